"""What a game declares: layout, labels, variants, records, functions; and the texts of messages about them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from cosmozoo.envs import games, get_game
from cosmozoo.envs.big_bang_theory import GAME
from cosmozoo.envs.core.functions import Functions, register
from cosmozoo.envs.core.game import Drivers
from cosmozoo.envs.core.labels import Labels, block
from cosmozoo.envs.core.layout import Layout, Segment
from cosmozoo.envs.core.records import COMMON_RULES, COMMON_STATE, NOT_GAME_STATE, Field, rules_record, state_record
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.envs.core.variants import Variant, chosen_variants, components_variant, flag

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

# ---- Layout

LAYOUT = Layout(
    Segment("round", (), "one value"),
    Segment("hand", (2, 3), "a table", scale="/3"),
    Segment("out", (4,), "a row"),
)


def test_layout_places_segments_one_behind_the_other() -> None:
    assert [(s.name, s.offset, s.width) for s in LAYOUT] == [("round", 0, 1), ("hand", 1, 6), ("out", 7, 4)]
    assert (LAYOUT.size, len(LAYOUT)) == (11, 3)
    assert LAYOUT.offsets() == (0, 1, 7)
    assert LAYOUT.offsets().out == 7


def test_layout_splits_observations_by_name_without_copying() -> None:
    observation = np.arange(11, dtype=np.float32)
    parts = LAYOUT.split(observation)
    assert list(parts) == ["round", "hand", "out"]
    assert parts["round"].shape == ()
    assert parts["hand"].tolist() == [[1, 2, 3], [4, 5, 6]]  # the last factor changes fastest
    assert all(np.shares_memory(part, observation) for part in parts.values())
    assert LAYOUT.split(np.zeros((5, 2, 11), np.float32))["hand"].shape == (5, 2, 2, 3)


def test_layout_refuses_what_is_not_its_own() -> None:
    with pytest.raises(ValueError, match="has 11 values, not 12"):
        LAYOUT.split(np.zeros(12, np.float32))
    with pytest.raises(KeyError, match="no segment 'hands'; did you mean 'hand'"):
        LAYOUT["hands"]
    with pytest.raises(ValueError, match="segment 'a' is declared twice"):
        Layout(Segment("a", (1,), ""), Segment("a", (2,), ""))


# ---- Labels

LABELS = Labels(block("play", ["play 1", "play 2"], "a card"), block("pass", "pass", "nothing"))


def test_labels_go_both_ways_and_know_their_blocks() -> None:
    assert LABELS.texts == ("play 1", "play 2", "pass")
    assert LABELS.size == 3
    assert [LABELS.index(text) for text in LABELS.texts] == [0, 1, 2]
    assert (LABELS.start("play"), LABELS.start("pass")) == (0, 2)
    assert [(b.name, b.start, b.labels) for b in LABELS.blocks] == [
        ("play", 0, ("play 1", "play 2")),
        ("pass", 2, ("pass",)),
    ]


def test_labels_refuse_doubles_and_name_near_matches() -> None:
    with pytest.raises(ValueError, match=r"must be unique; twice: \['b'\]"):
        Labels(block("one", ["a", "b"], ""), block("two", "b", ""))
    with pytest.raises(ValueError, match=r"no action is called 'play 3'; did you mean 'play [12]' or 'play [12]'"):
        LABELS.index("play 3")
    with pytest.raises(KeyError, match="no block 'pas'; did you mean 'pass'"):
        LABELS.start("pas")
    for wrong in (None, 1, ["pass"]):
        with pytest.raises(ValueError, match="no action is called"):
            LABELS.index(wrong)  # type: ignore[arg-type]


# ---- Texts


def test_near_names_what_resembles_the_word() -> None:
    assert near("hiden", ["hidden", "open"]) == "; did you mean 'hidden'?"
    assert near("xyz", ["hidden", "open"]) == ""
    assert near(None, ["a"]) == ""


def test_listed_is_cut_after_the_limit() -> None:
    assert listed([]) == ""
    assert listed([1, 2]) == "1, 2"
    assert listed(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (2 more)"
    assert listed("abc", limit=3) == "a, b, c"


# ---- Variants

DECLARED = (
    flag("fast", "quicker"),
    Variant("deal", "hidden", ("hidden", "open"), "how"),
    Variant("size", 1, (1, 2), "how many"),
    components_variant(["standard", "printed"]),
)


def test_variants_have_defaults() -> None:
    assert chosen_variants("g", DECLARED, {}) == {"fast": False, "deal": "hidden", "size": 1, "components": "standard"}
    assert chosen_variants("g", DECLARED, {"size": 2, "fast": True})["size"] == 2


@pytest.mark.parametrize("value", [1, 0, None, "True", np.True_])
def test_a_flag_is_true_or_false(value: Any) -> None:
    with pytest.raises(ValueError, match=r"fast=.*: allowed are False, True"):
        chosen_variants("g", DECLARED, {"fast": value})


@pytest.mark.parametrize("value", [True, 1.0, "1", 3, np.int64(1)])
def test_a_number_is_an_integer(value: Any) -> None:
    with pytest.raises(ValueError, match=r"size=.*: allowed are 1, 2"):
        chosen_variants("g", DECLARED, {"size": value})


def test_a_wrong_variant_is_answered_with_what_is_right() -> None:
    with pytest.raises(ValueError, match="deal='opn': allowed are 'hidden', 'open'; did you mean 'open'"):
        chosen_variants("g", DECLARED, {"deal": "opn"})
    with pytest.raises(TypeError, match=r"g has no argument 'fasst'; did you mean 'fast'.*arguments: num_players"):
        chosen_variants("g", DECLARED, {"fasst": True})
    with pytest.raises(TypeError, match="no argument 'num_player'; did you mean 'num_players'"):
        chosen_variants("g", DECLARED, {"num_player": 2})


def test_components_are_a_name_or_a_path() -> None:
    for given, kept in ((Path("x.toml"), "x.toml"), ("x.toml", "x.toml"), (None, "standard"), ("printed", "printed")):
        assert chosen_variants("g", DECLARED, {"components": given})["components"] == kept
    for wrong in (3, True, b"x.toml", ["x.toml"]):
        with pytest.raises(ValueError, match="components must be one of 'standard', 'printed' or a path, not"):
            chosen_variants("g", DECLARED, {"components": wrong})


def test_a_list_given_as_a_variant_is_not_shared() -> None:
    given = ["a", "b"]
    chosen = chosen_variants("g", (Variant("order", None, None, "names"),), {"order": given})
    given.append("c")
    assert chosen == {"order": ["a", "b"]}


# ---- Records


@pytest.mark.parametrize("name", ["round", "size", "all", "copy", "shape", "base"])
def test_a_field_that_numpy_shadows_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"field '{name}' is shadowed by numpy.record.{name}"):
        state_record(Field(name, np.int8, (), "", 1))


def test_a_field_declared_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="field 'hand' is declared twice"):
        state_record(Field("hand", np.int8, (), "", 1), Field("hand", np.int8, (2,), "", 1))
    with pytest.raises(ValueError, match="field 'phase' is declared twice"):
        state_record(Field("phase", np.int8, (), "", 1))


STATE = state_record(Field("coins", np.int16, (3,), "", 200, -50), Field("debt", np.int8, (), "", 0, -4))


def test_records_begin_with_what_all_games_share() -> None:
    assert [f.name for f in STATE] == [*(f.name for f in COMMON_STATE), "coins", "debt"]
    rules = rules_record(Field("low", np.int8, (), "", 1))
    assert [f.name for f in rules] == [*(f.name for f in COMMON_RULES), "low"]
    assert STATE.zeros(4).shape == (4,)
    assert STATE.zeros().dtype == STATE.dtype
    assert not STATE.zeros()["coins"].any()


def test_check_bounds_names_the_field() -> None:
    states = STATE.zeros()
    states["coins"][0] = (200, -50, 0)
    STATE.check_bounds(states[0])
    states["coins"][0, 1] = -51
    with pytest.raises(AssertionError, match=r"coins leaves \[-50, 200\]: \[200, -51, 0\]"):
        STATE.check_bounds(states[0])
    states["coins"][0] = (0, 0, 201)
    with pytest.raises(AssertionError, match="coins leaves"):
        STATE.check_bounds(states[0])


def test_the_vector_has_every_field_of_the_game_in_minus_one_to_one() -> None:
    states = STATE.zeros()
    states["coins"][0] = (200, -50, 100)
    states["debt"] = -4
    states["to_move"] = -1
    states["rng"] = 2**32 - 1  # bookkeeping is no part of it
    vector = STATE.vector(states[0])
    assert vector.dtype == np.float32
    assert vector.shape == (STATE.vector_size,) == (2 + 3 + 1,)
    assert vector[2:].tolist() == [1, -0.25, 0.5, -1]
    assert np.abs(vector).max() <= 1
    states["coins"][0, 0] = 999  # beyond what is declared, still in the space
    assert STATE.vector(states[0])[2] == 1


def test_bookkeeping_fields_are_declared() -> None:
    assert {f.name for f in COMMON_STATE} >= NOT_GAME_STATE


@pytest.mark.parametrize("game_id", sorted(games))
def test_a_state_takes_at_most_two_kilobytes(game_id: str) -> None:
    assert get_game(game_id).state.dtype.itemsize <= 2048


# ---- Functions


def own_functions(**changed: Any) -> Functions:
    """The functions of a real game, some of them exchanged."""
    held = {name: getattr(GAME.functions, name) for name in Functions.__dataclass_fields__}
    return Functions(**{**held, **changed})


def module(name: str, source: str) -> ModuleType:
    """A module of this source."""
    made = ModuleType(name)
    exec(source, vars(made))
    return made


RULES = module(
    "tiny.rules",
    """
from cosmozoo.envs.core.compiling import compiled
@compiled
def reset(state, rules): pass
@compiled
def step(state, rules, action): pass
def legal(state, rules, mask): pass
def standings(state, rules, scores, ranks): pass
def resample(state, rules, seat): pass
""",
)
OBSERVE = module("tiny.observe", "def observe(state, rules, seat, out): pass\ndef step(state, rules, action): pass")
GREEDY = module("tiny.greedy", "def greedy(state, rules): pass\ndef derive(state, rules): pass\nvalue = 3")
vars(GREEDY).update(legal=lambda state, rules, mask: None, reset=RULES.reset, observe=OBSERVE)  # as if imported


def test_functions_are_found_by_name_where_they_are_defined() -> None:
    for modules in ((RULES, OBSERVE, GREEDY), (GREEDY, RULES, OBSERVE)):
        functions = Functions.of(*modules)
        assert functions == Functions(
            reset=RULES.reset,
            step=RULES.step,
            legal=RULES.legal,
            observe=OBSERVE.observe,
            standings=RULES.standings,
            resample=RULES.resample,
            greedy=GREEDY.greedy,
            derive=GREEDY.derive,
        )
        assert functions.modules() == {"tiny.rules", "tiny.observe", "tiny.greedy"}
    assert Functions.of(OBSERVE, RULES, GREEDY).step is OBSERVE.step  # the first that defines it


def test_a_function_that_no_module_defines_is_named() -> None:
    with pytest.raises(
        ValueError, match=r"function observe\(state, rules, seat, out\).* in tiny\.rules, tiny\.greedy$"
    ):
        Functions.of(RULES, GREEDY)
    with pytest.raises(ValueError, match=r"function reset\(state, rules\).* in no module$"):
        Functions.of()


def test_a_record_with_another_games_fields_is_refused() -> None:
    own = GAME.state.fields[len(COMMON_STATE) :]
    longer = (*own, Field("one_more", np.int8, (), "", 1))
    other = own_functions(greedy=lambda state, rules: 0)
    for fields in (own, longer, own[:-1]):  # Numba takes a record for another one that begins alike
        with pytest.raises(ValueError, match="the state record of other_v0 begins with all the fields of another"):
            register(state_record(*fields).dtype, other, "other_v0")
    register(GAME.state.dtype, GAME.functions, GAME.id)  # the same game again is no other game


def test_functions_with_other_parameters_are_refused() -> None:
    record = state_record(Field("refused", np.int8, (), "", 1))
    for name, wrong, wanted in (
        ("step", lambda state, rules, move: None, r"step of odd_v0 has the parameters \['state', 'rules', 'move'\]"),
        ("greedy", lambda state: 0, r"greedy of odd_v0 .* not \['state', 'rules'\]"),
        ("value", lambda rules, state: 0.0, "value of odd_v0"),
    ):
        with pytest.raises(ValueError, match=wanted):
            register(record.dtype, own_functions(**{name: wrong}), "odd_v0")
    # nothing was registered by the refused calls
    register(record.dtype, GAME.functions, "sound_v0")


def test_drivers_asked_for_by_several_threads_are_made_once() -> None:
    cache_dir = numba.config.CACHE_DIR
    for _ in range(5):
        drivers = Drivers(GAME.id, GAME.functions)
        together = threading.Barrier(8)

        def ask(drivers: Drivers = drivers, together: threading.Barrier = together) -> Any:
            together.wait()
            return drivers.play

        with ThreadPoolExecutor(8) as pool:
            made = [future.result() for future in [pool.submit(ask) for _ in range(8)]]
        assert all(driver is made[0] for driver in made)
        assert cache_dir == numba.config.CACHE_DIR


def test_a_driver_that_does_not_exist_is_named() -> None:
    with pytest.raises(AttributeError, match="no driver 'plya'"):
        _ = GAME.drivers.plya


# ---- Games


def test_an_unknown_game_is_answered_with_near_ones() -> None:
    with pytest.raises(ValueError, match=r"no game 'big_bang_theory'; did you mean 'big_bang_theory_v0'.*games: "):
        get_game("big_bang_theory")
    for wrong in (None, 3, ["big_bang_theory_v0"]):
        with pytest.raises(ValueError, match="no game"):
            get_game(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", sorted(games))
def test_labels_do_not_depend_on_players_or_variants(game_id: str) -> None:
    game = get_game(game_id)
    tables = [game.table(players) for players in game.players if players > 1]
    assert {table.labels.size for table in tables} == {game.num_actions}
    assert {table.labels.texts for table in tables} == {tables[0].labels.texts}


def test_variants_in_a_position_are_the_callers_to_change() -> None:
    table = get_game("black_hole_buccaneers_v0").table(holes=["Lazy Lagoon", "Rolling Rift", "Final Funnel"])
    table.position_variants["holes"].clear()
    assert table.position_variants["holes"] == ["Lazy Lagoon", "Rolling Rift", "Final Funnel"]


@pytest.mark.parametrize("game_id", sorted(games))
def test_arguments_make_the_same_table_again(game_id: str) -> None:
    table = get_game(game_id).table(reward="win", max_cycles=77)
    again = get_game(game_id).table(**table.arguments)
    assert again.rules.tobytes() == table.rules.tobytes()
    assert again.arguments == table.arguments
