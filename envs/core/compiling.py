"""Compiling with Numba, cached on disk, never stale.

Numba's own cache looks only at the file in which a function stands. Our drivers stand in one file and run
rules that stand in others, so the cache folder is named after a hash of all the code that can end up in
the compiled result: editing a rule changes the folder, editing a comment does not.
"""

from __future__ import annotations

import ast
import atexit
import functools
import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.registry import CPUDispatcher

PLAIN: bool = bool(numba.config.DISABLE_JIT)
"""True when Numba's compiler is off (`NUMBA_DISABLE_JIT=1`): every game function is then plain Python."""

CACHE_VARIABLE = "COSMOZOO_CACHE_DIR"


class _CompiledIntoCallers(CPUDispatcher):
    """A function for compiled code: without what lets Python and C call it, which spares a tenth of all compiling.

    Where Python calls it all the same, it is compiled once more for that.
    """

    @functools.cached_property
    def _for_python(self) -> Any:
        return numba.njit(nogil=True)(self.py_func)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._for_python(*args, **kwargs)


def compiled(function: Callable) -> Any:
    """Mark a function that is called from compiled code. It is compiled into its callers when they are."""
    if PLAIN:
        return function
    wanted = ("nopython", "nogil", "no_cpython_wrapper", "no_cfunc_wrapper")
    return _CompiledIntoCallers(function, targetoptions=dict.fromkeys(wanted, True))


def plain(function: Callable) -> Any:
    """The Python function behind a compiled one, for single calls from Python that are not worth compiling."""
    return getattr(function, "py_func", function)


def entry_point(function: Callable, key: str) -> Any:
    """A compiled function that Python calls, cached on disk under `key` (see `source_key`)."""
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_writable_folder(key))
    try:
        return numba.njit(nogil=True, cache=True, no_cfunc_wrapper=True)(function)
    finally:
        numba.config.CACHE_DIR = previous


def cache_root() -> Path:
    """The folder of all compiled code: `COSMOZOO_CACHE_DIR`, or `cosmozoo` in the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "cosmozoo"


@functools.cache
def _writable_folder(key: str) -> Path:
    folder = cache_root() / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        warnings.warn(
            f"compiled games cannot be kept in {folder} ({error.strerror or error}), so every process compiles "
            f"them again; set {CACHE_VARIABLE} to a folder that can be written",
            RuntimeWarning,
            stacklevel=2,
        )
        replacement = tempfile.mkdtemp(prefix="cosmozoo-")
        atexit.register(shutil.rmtree, replacement, ignore_errors=True)
        return Path(replacement)


_imported: dict[str, tuple[int, int]] = {}
"""For each module noted: time of change and size of its file when it was imported."""


def note_sources(modules: Iterable[str]) -> None:
    """Note the files of what is imported now of these modules' distributions and of this one, for `source_key`."""
    roots = {name.partition(".")[0] for name in (__name__, *modules)}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in roots and name not in _imported and getattr(module, "__file__", None):
            _imported[name] = _stamp(module)


def source_key(modules: Iterable[str]) -> str:
    """Name of the cache folder for code that stands in, or is reached from, the named modules.

    It covers the syntax (not comments or docstrings) of these modules and of every module of the same
    distribution that they import, the versions of Python, NumPy and Numba, the processor and Numba's flags.
    Where a file has changed since `note_sources`, what runs is not what it says: the name is then used once.
    """
    digest = hashlib.sha256()
    for name in sorted(_import_closure(modules)):
        module = sys.modules[name]
        if name in _imported and _imported[name] != _stamp(module):
            digest.update(os.urandom(16))
        digest.update(name.encode())
        digest.update(_syntax(module).encode())
    flags = [f"{f}={getattr(numba.config, f)}" for f in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "CPU_NAME")]
    about = [platform.python_version(), np.__version__, numba.__version__, platform.machine(), *flags]
    digest.update(" ".join(about).encode())
    return digest.hexdigest()[:20]


def _import_closure(modules: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or name not in sys.modules or not getattr(sys.modules[name], "__file__", None):
            continue
        found.add(name)
        root = name.partition(".")[0]
        waiting += [n for n in _imported_names(sys.modules[name]) if n.partition(".")[0] == root]
    return found


def _imported_names(module: ModuleType) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            absolute = importlib.util.resolve_name(base, module.__package__ or "") if node.level else base
            inner = [f"{absolute}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if name in sys.modules]
            names += modules if len(modules) == len(inner) else [absolute, *modules]
    return names


def _syntax(module: ModuleType) -> str:
    tree = ast.parse(_source(module))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _stamp(module: ModuleType) -> tuple[int, int]:
    try:
        status = os.stat(str(module.__file__))
    except OSError:  # in an archive, say: nothing there is edited
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _source(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text(encoding="utf-8")
