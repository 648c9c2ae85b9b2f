"""Every game, at every table size, with every variant, through the conformance suite."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cosmozoo.envs import testing
from cosmozoo.envs.core.compiling import PLAIN
from tests.playing import OWN_GAMES

TABLES = [table for game in OWN_GAMES for table in testing.tables(game)]
ONE_OF_EACH_SIZE = list({(table.game_id, table.num_players): table for table in reversed(TABLES)}.values())[::-1]
"""The first table of each game and size."""
SEEDS = st.integers(0, 2**31 - 1)
MANY = {"big_bang_v0": 200}
"""Random games of each table and variant; 1,000 unless the game has very many combinations."""


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_many_random_games(table: testing.TableChoice) -> None:
    testing.check_many_games(table, MANY.get(table.game_id, 1000), seed=11)


@pytest.mark.parametrize("game", OWN_GAMES)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=SEEDS, first=st.integers(0, 200))
def test_rules_of_conduct(game: str, data: st.DataObject, seed: int, first: int) -> None:
    testing.check_table(data.draw(st.sampled_from(testing.tables(game))), seed, plies=40, first=first)


@pytest.mark.parametrize("game", OWN_GAMES)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=SEEDS)
def test_batch_engine_agrees_with_aec(game: str, data: st.DataObject, seed: int) -> None:
    testing.check_batch(data.draw(st.sampled_from(testing.tables(game))), seed)


@pytest.mark.parametrize("table", ONE_OF_EACH_SIZE, ids=str)
def test_rendering(table: testing.TableChoice) -> None:
    testing.check_rendering(table, seed=7)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_another_process_plays_the_same_game(game: str) -> None:
    testing.check_processes(game)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_pettingzoo_accepts_it(game: str) -> None:
    testing.check_pettingzoo(game)


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("table", ONE_OF_EACH_SIZE, ids=str)
def test_rules_of_conduct_at_every_table_size(table: testing.TableChoice) -> None:
    testing.check_table(table, seed=3, plies=20 if PLAIN else 40)  # greedy takes long with the compiler off
