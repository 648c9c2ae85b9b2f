"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary file beside `path` to write into; it takes the place of `path` at the end, if nothing went wrong.

    Its name has the same suffix. Raises OSError if the folder cannot be written.
    """
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
    os.close(handle)
    try:
        yield Path(name)
        os.chmod(name, 0o666 & ~_umask())  # mkstemp makes files that only their owner may read
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def write_json(path: str | os.PathLike[str], value: Any) -> None:
    """Write a value as JSON, readable, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
