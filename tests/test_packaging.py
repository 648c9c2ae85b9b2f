"""The sdist and the wheel hold what the repository holds, under the one name `cosmozoo`."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import types
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import cosmozoo
from cosmozoo import __main__ as launcher

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]
FOLDERS: dict[str, str] = SETUPTOOLS["package-dir"]  # {"cosmozoo.envs": "envs", …}


def shipped_name(file: Path) -> str:
    """Where a file of the repository belongs in the wheel: `envs/core/x.py` -> `cosmozoo/envs/core/x.py`."""
    package = next(name for name, folder in FOLDERS.items() if folder == file.parts[0])
    return "/".join((*package.split("."), *file.parts[1:]))


def shipped_files() -> Iterator[Path]:
    """Every file of the packages' folders, relative to the root."""
    for folder in FOLDERS.values():
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(ROOT)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist and the wheel made from it, built from a copy so that the repository stays as it is."""
    place = tmp_path_factory.mktemp("packaging")
    not_source = shutil.ignore_patterns(".*", "build", "dist", "runs", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, place / "source", ignore=not_source)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", place / "dist", place / "source"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    (sdist,) = (place / "dist").glob("*.tar.gz")
    (wheel,) = (place / "dist").glob("*.whl")
    return sdist, wheel


def test_every_folder_with_an_init_is_listed_as_a_package() -> None:
    found = {shipped_name(file).rpartition("/")[0] for file in shipped_files() if file.name == "__init__.py"}
    assert sorted(SETUPTOOLS["packages"]) == sorted(name.replace("/", ".") for name in found)


def test_every_folder_with_python_files_has_an_init() -> None:
    folders = {file.parent for file in shipped_files() if file.suffix == ".py"}
    assert [folder for folder in sorted(folders) if not (ROOT / folder / "__init__.py").is_file()] == []


def test_no_folder_of_the_repository_shadows_the_package() -> None:
    assert not (ROOT / "cosmozoo").exists()


def test_wheel_holds_every_file_of_the_packages_and_nothing_else(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert sorted(held) == sorted(map(shipped_name, shipped_files()))
    assert "cosmozoo/py.typed" in held


def test_sdist_holds_what_builds_and_tests_the_wheel(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as sdist:
        held = {name.partition("/")[2] for name in sdist.getnames()}
    tests = {file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("*.py")}
    needed = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "constraints.txt"}
    assert needed | tests | {file.as_posix() for file in shipped_files()} <= held


def test_version_stands_in_one_place(distributions: tuple[Path, Path]) -> None:
    version = PROJECT["version"]
    assert cosmozoo.__version__ == version
    assert {file.name.split("-")[1].removesuffix(".tar.gz") for file in distributions} == {version}
    literal = re.compile(r"version\w*\s*(?::\s*\w+\s*)?=\s*[\"']" + re.escape(version))
    code = [file for file in shipped_files() if file.suffix == ".py"]
    assert [file for file in code if literal.search((ROOT / file).read_text(encoding="utf-8"))] == []


def test_wheel_declares_licence_types_and_command(distributions: tuple[Path, Path]) -> None:
    info = f"cosmozoo-{PROJECT['version']}.dist-info"
    with zipfile.ZipFile(distributions[1]) as wheel:
        metadata = wheel.read(f"{info}/METADATA").decode()
        commands = wheel.read(f"{info}/entry_points.txt").decode()
        assert f"{info}/licenses/LICENSE" in wheel.namelist()
    assert "License-Expression: MIT" in metadata
    assert "cosmozoo = cosmozoo.__main__:main" in commands


@pytest.mark.parametrize("inside_repository", [True, False])
@pytest.mark.parametrize("installed", ["wheel", "editable"])
def test_imports_from_any_folder(
    installed: str, inside_repository: bool, distributions: tuple[Path, Path], tmp_path: Path
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    expected = ROOT / "envs"
    if installed == "wheel":
        site = tmp_path / "site"
        with zipfile.ZipFile(distributions[1]) as wheel:
            wheel.extractall(site)
        environment["PYTHONPATH"] = str(site)
        expected = site / "cosmozoo" / "envs"
    code = "import cosmozoo.envs; print(cosmozoo.__version__, cosmozoo.envs.__path__[0])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT if inside_repository else tmp_path,
    )
    assert done.stdout.split() == [PROJECT["version"], str(expected)], done.stderr


def test_a_missing_library_is_answered_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    command_line = types.ModuleType("cosmozoo.train.cli")
    monkeypatch.setitem(sys.modules, "cosmozoo.train.cli", command_line)

    def fail(module: str) -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    command_line.main = lambda: fail("torch.nn")
    with pytest.raises(SystemExit, match=re.escape("needs torch") + ".*" + re.escape("'cosmozoo[train]'")):
        launcher.main()
    command_line.main = lambda: fail("a_module_of_nobody")
    with pytest.raises(ModuleNotFoundError, match="a_module_of_nobody"):
        launcher.main()


def test_command_line_starts_with_the_cli_extra_alone() -> None:
    absent = sorted(module for module, extra in launcher.EXTRA_OF_MODULE.items() if extra != "cli")
    code = f"import sys; sys.modules.update(dict.fromkeys({absent})); sys.argv = ['cosmozoo', '--help']\n"
    code += "from cosmozoo.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "evaluate" in done.stdout


def test_every_library_of_an_extra_is_known_to_the_command() -> None:
    distribution = {"yaml": "pyyaml", "pygame": "pygame-ce", "PIL": "pillow"}
    known = {
        (extra, distribution.get(module, module.replace("_", "-")))
        for module, extra in launcher.EXTRA_OF_MODULE.items()
    }
    declared = {
        (extra, re.split(r"[<>=\[]", requirement)[0])
        for extra in ("cli", "train", "play", "rllib")
        for requirement in PROJECT["optional-dependencies"][extra]
    }
    assert known == {(extra, name) for extra, name in declared if name != "cosmozoo"}
