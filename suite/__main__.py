"""The `cosmozoo` command: hands over to `cosmozoo.train.cli`, or says which extra is missing."""

import sys

# Which extra of the distribution brings a module that the environments alone do without.
EXTRA_OF_MODULE = {
    "typer": "cli",
    "rich": "cli",
    "yaml": "cli",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "torch": "train",
    "tensorboard": "train",
    "openskill": "train",
    "pydantic": "train",
    "matplotlib": "train",
    "starlette": "play",
    "uvicorn": "play",
    "resvg_py": "play",
    "PIL": "play",
    "pygame": "play",
    "imageio_ffmpeg": "play",
    "ray": "rllib",
}


def main() -> None:
    """Run the command line; exit with one sentence where a library of an extra is not installed."""
    try:
        from cosmozoo.train.cli import main as command_line

        command_line()
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in EXTRA_OF_MODULE:
            raise
        extra = EXTRA_OF_MODULE[module]
        sys.exit(f"cosmozoo: this needs {module}, which comes with: pip install 'cosmozoo[{extra}]'")


if __name__ == "__main__":
    main()
