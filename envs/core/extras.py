"""Libraries that are imported when they are used, because the environments alone do without them."""

from __future__ import annotations

import importlib
from typing import Any


def extra_library(module: str, extra: str, purpose: str) -> Any:
    """A module of an extra of this distribution.

    Raises ModuleNotFoundError, whose message names the extra and the purpose, where it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        advice = f"{purpose} needs {error.name}: pip install 'cosmozoo[{extra}]'"
        raise ModuleNotFoundError(advice, name=error.name) from error
