"""The functions that every game has, as generic names for the drivers: `step(state, rules, action)` and so on.

Called with a game's record they run that game's own function: compiled, Numba picks it by the record's type;
with the compiler off, this module does, by the record's dtype. A game's function has the same parameter names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from types import ModuleType
from typing import Any, Self

import numba
import numpy as np
from numba.extending import overload

from .compiling import PLAIN, plain
from .texts import listed


@dataclass(frozen=True)
class Functions:
    """A game's functions. `state` and `rules` are scalar records; arrays come zeroed where they are outputs.

    reset(state, rules)                  set the game up; the state is all zeros but for its generators
    step(state, rules, action)           make a legal decision; at the end `to_move` becomes -1, `phase` the last one
    legal(state, rules, mask)            mask (A,) int8: write 1 for each legal action of `to_move`
    observe(state, rules, seat, out)     out (O,) float32: write what `seat` may know
    standings(state, rules, scores, ranks)   scores, ranks (players,) int64: as the game stands now
    resample(state, rules, seat)         redraw from `state.rng` what `seat` cannot know, among all that fits
    greedy(state, rules)                 the baseline's action for `to_move`, from what that seat may know
    value(state, rules)                  the reward of an unranked game (`rules.ranked` 0), in [-1, 1]
    derive(state, rules)                 fill the derived fields from the others, after a position was read
    lookahead(state, rules)              the action of a stronger and slower baseline
    foresee(state, rules, observation, out)   out (places, directions, features) float32: write what each move of the
                                         observing seat would change (see Game.foreseen); `state` is room to work in
    """

    reset: Callable
    step: Callable
    legal: Callable
    observe: Callable
    standings: Callable
    resample: Callable
    greedy: Callable
    value: Callable | None = None
    derive: Callable | None = None
    lookahead: Callable | None = None
    foresee: Callable | None = None

    @classmethod
    def of(cls, *modules: ModuleType) -> Self:
        """The functions of a game, each by its name from the first of these modules that defines it.

        What a module imports it does not define. Raises ValueError where none of them defines a function that
        every game has.
        """
        found = {}
        for hook in fields(cls):
            definitions = [vars(module)[hook.name] for module in modules if _defines(module, hook.name)]
            if definitions:
                found[hook.name] = definitions[0]
            elif hook.default is MISSING:
                wanted = f"{hook.name}{inspect.signature(_TEMPLATES[hook.name])}"
                raise ValueError(f"every game has a function {wanted}: none is defined in {_names(modules)}")
        return cls(**found)

    def modules(self) -> set[str]:
        """Names of the modules in which these functions stand."""
        chosen = [getattr(self, hook.name) for hook in fields(self)]
        return {plain(function).__module__ for function in chosen if function is not None}


def _defines(module: ModuleType, name: str) -> bool:
    own = vars(module)
    function = plain(own[name]) if name in own else None
    return inspect.isfunction(function) and function.__module__ == module.__name__


def _names(modules: tuple[ModuleType, ...]) -> str:
    return listed(module.__name__ for module in modules) or "no module"


_by_dtype: dict[np.dtype, Functions] = {}
_by_type: dict[Any, Functions] = {}


def register(dtype: np.dtype, functions: Functions, game_id: str) -> None:
    """Make the drivers run these functions for records of this dtype.

    Raises ValueError if another game has a record with the very same fields (Numba could not tell them
    apart), or if a function's parameters are not named as in `Functions`.
    """
    for known, owner in _by_dtype.items():
        if owner != functions and _begins_alike(known, dtype):
            raise ValueError(
                f"the state record of {game_id} begins with all the fields of another game's, or the other way "
                "round, so Numba would take one for the other: put a field with a name of its own first"
            )
    for hook, template in _TEMPLATES.items():
        function = getattr(functions, hook)
        if function is None:
            continue
        wanted, found = (
            list(inspect.signature(template).parameters),
            list(inspect.signature(plain(function)).parameters),
        )
        if wanted != found:
            raise ValueError(f"{hook} of {game_id} has the parameters {found}, not {wanted}")
    _by_dtype[dtype] = functions
    if not PLAIN:
        _by_type[numba.from_dtype(dtype)] = functions


def _begins_alike(one: np.dtype, other: np.dtype) -> bool:
    """Whether one record has all the fields of the other at the same places (Numba then sees a subtype)."""
    fields = [dict(dtype.fields or {}) for dtype in (one, other)]
    few, many = sorted(fields, key=len)
    return all(many.get(name) == place for name, place in few.items())


def reset(state, rules):
    return _by_dtype[state.dtype].reset(state, rules)


def step(state, rules, action):
    return _by_dtype[state.dtype].step(state, rules, action)


def legal(state, rules, mask):
    return _by_dtype[state.dtype].legal(state, rules, mask)


def observe(state, rules, seat, out):
    return _by_dtype[state.dtype].observe(state, rules, seat, out)


def standings(state, rules, scores, ranks):
    return _by_dtype[state.dtype].standings(state, rules, scores, ranks)


def resample(state, rules, seat):
    return _by_dtype[state.dtype].resample(state, rules, seat)


def greedy(state, rules):
    return _by_dtype[state.dtype].greedy(state, rules)


def value(state, rules):
    function = _by_dtype[state.dtype].value or _no_value
    return function(state, rules)


def _no_value(state, rules):
    return 0.0


def derive(state, rules):
    function = _by_dtype[state.dtype].derive or _nothing_derived
    return function(state, rules)


def _nothing_derived(state, rules):
    return None


def lookahead(state, rules):
    function = _by_dtype[state.dtype].lookahead or _by_dtype[state.dtype].greedy
    return function(state, rules)


def foresee(state, rules, observation, out):
    function = _by_dtype[state.dtype].foresee or _nothing_foreseen
    return function(state, rules, observation, out)


def _nothing_foreseen(state, rules, observation, out):
    return None


_TEMPLATES: dict[str, Callable] = {
    f.__name__: f for f in (reset, step, legal, observe, standings, resample, greedy, value, derive, lookahead, foresee)
}


@overload(reset)
def _compile_reset(state, rules):
    return plain(_by_type[state].reset)


@overload(step)
def _compile_step(state, rules, action):
    return plain(_by_type[state].step)


@overload(legal)
def _compile_legal(state, rules, mask):
    return plain(_by_type[state].legal)


@overload(observe)
def _compile_observe(state, rules, seat, out):
    return plain(_by_type[state].observe)


@overload(standings)
def _compile_standings(state, rules, scores, ranks):
    return plain(_by_type[state].standings)


@overload(resample)
def _compile_resample(state, rules, seat):
    return plain(_by_type[state].resample)


@overload(greedy)
def _compile_greedy(state, rules):
    return plain(_by_type[state].greedy)


@overload(value)
def _compile_value(state, rules):
    return plain(_by_type[state].value or _no_value)


@overload(derive)
def _compile_derive(state, rules):
    return plain(_by_type[state].derive or _nothing_derived)


@overload(lookahead)
def _compile_lookahead(state, rules):
    return plain(_by_type[state].lookahead or _by_type[state].greedy)


@overload(foresee)
def _compile_foresee(state, rules, observation, out):
    return plain(_by_type[state].foresee or _nothing_foreseen)
