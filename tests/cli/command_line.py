"""Running the command line inside the test process."""

from typer.testing import CliRunner, Result

from cosmozoo.train.cli import app

GAME = "big_bang_theory_v0"


def cosmozoo(*arguments: object, typed: str = "") -> Result:
    """Run `cosmozoo` with these arguments and these lines on standard input; the exit code must be 0."""
    result = attempt(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result


def attempt(*arguments: object, typed: str = "") -> Result:
    """Run `cosmozoo`, whatever comes of it."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)


def refusal(*arguments: object, typed: str = "") -> str:
    """The one sentence with which `cosmozoo` refuses these arguments; the exit code must be 2."""
    result = attempt(*arguments, typed=typed)
    assert result.exit_code == 2, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("cosmozoo: ")
    return lines[0].removeprefix("cosmozoo: ")
