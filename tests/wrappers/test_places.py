"""The network of places: what it reads, that places share their weights, that it is a checkpoint like any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from cosmozoo.envs import VectorGame, get_game
from cosmozoo.wrappers import SelfPlayVecEnv, load_policy, read_manifest
from cosmozoo.wrappers.checkpoints import Manifest, write_checkpoint
from cosmozoo.wrappers.networks import shape_from_dict
from cosmozoo.wrappers.places import PlacesNetwork, PlacesShape, Reading

SMALL = PlacesShape(width=12, sight=6, context=10, glances=2)
WITH_PLACES = ["urknall_v0", "big_bang_v0", "space_mission_v0"]


MARKS = replace(SMALL, marks=True)
FORESIGHT = replace(MARKS, foresight=8)


def network(game_id: str, shape: PlacesShape = MARKS) -> PlacesNetwork:
    torch.manual_seed(1)
    return PlacesNetwork(get_game(game_id), shape).eval()


def observations(game_id: str, steps: int, **arguments: Any) -> np.ndarray:
    vector = VectorGame(game_id, 32, seed=5, **arguments)
    for _ in range(steps):
        vector.step(vector.sample_actions())
    return vector.observations.copy()


def answers(game_id: str, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    with torch.no_grad():
        logits, values = network(game_id)(torch.from_numpy(seen))
    return logits.numpy(), values.numpy()


@pytest.mark.parametrize("game_id", WITH_PLACES)
def test_every_action_and_every_value_has_its_part(game_id: str) -> None:
    game = get_game(game_id)
    reading = Reading(game)
    assert sorted(reading.order) == list(range(game.num_actions))
    by_place = sum(s.width - (s.shape[0] if s.shape[0] != reading.count else 0) for s in reading.by_place)
    assert len(reading.table) + by_place == game.layout.size
    assert len(set(reading.table)) == len(reading.table)


def test_what_has_a_place_in_space_mission() -> None:
    game = get_game("space_mission_v0")
    reading = Reading(game)
    ships = game.layout["ships"]  # per seat: gate, then the eight slots
    assert ships in reading.by_place
    gates = [ships.offset + 9 * seat for seat in range(5)]
    assert [i for i in reading.table if ships.offset <= i < ships.offset + ships.width] == gates
    assert [game.labels(None).texts[start] for start in reading.blocks] == ["jump 0"]


def test_slots_are_alike_to_it() -> None:
    seen = observations("urknall_v0", 40)
    order = np.random.default_rng(2).permutation(36)
    moved = seen.copy()
    layout = get_game("urknall_v0").layout
    for name in ("bodies", "astronauts", "holes", "picked"):
        layout.split(moved)[name][:] = layout.split(seen)[name][:, order]
    (logits, values), (others, other_values) = answers("urknall_v0", seen), answers("urknall_v0", moved)
    assert np.allclose(values, other_values, atol=1e-5)
    for start in Reading(get_game("urknall_v0")).blocks:
        assert np.allclose(logits[:, start : start + 36][:, order], others[:, start : start + 36], atol=1e-5)
    assert logits[:, :36].std(axis=1).min() > 0  # and yet it tells bodies apart


def test_a_board_turned_by_half_gives_the_answers_turned() -> None:
    seen = observations("big_bang_v0", 41, sides="fixed")
    layout = get_game("big_bang_v0").layout
    seen = seen[layout.split(seen)["ways"].reshape(32, -1).any(axis=1) == 0]  # these are told by direction
    assert len(seen) > 5
    turned = seen.copy()
    for segment in Reading(get_game("big_bang_v0")).by_place:
        layout.split(turned)[segment.name][:] = layout.split(seen)[segment.name][:, ::-1]
    (logits, values), (others, other_values) = answers("big_bang_v0", seen), answers("big_bang_v0", turned)
    assert np.allclose(values, other_values, atol=1e-5)
    for start in (3, 93, 177):  # move, land, decay
        assert np.allclose(logits[:, start : start + 84][:, ::-1], others[:, start : start + 84], atol=1e-5)
    opposite = [3, 4, 5, 0, 1, 2]  # E NE NW W SW SE
    assert np.allclose(logits[:, 87:93][:, opposite], others[:, 87:93], atol=1e-5)


def test_lines_of_the_board_as_the_specification_names_them() -> None:
    board = get_game("big_bang_v0").components(None)
    names = [*board.names, "edge"]

    def line(cell: str, direction: int) -> list[str]:
        return [names[i] for i in board.lines[names.index(cell), direction] if i < 84]

    east, north_east, north_west, west, south_west, south_east = range(6)
    assert line("D6", east) == ["D7", "D8", "D9", "D10", "D11", "D12"]
    assert line("D6", north_east) == ["C6", "B6", "A6"]
    assert line("D6", north_west)[:1] == ["C5"]
    assert line("D6", south_west)[:1] == ["E6"]
    assert line("D6", south_east)[:1] == ["E7"]
    assert line("A1", west) == line("A1", north_west) == line("A1", north_east) == []
    assert board.lines.shape == (84, 6, 11)  # D and E have twelve cells


def test_it_sees_the_first_stack_in_line_and_none_behind_it() -> None:
    game = get_game("big_bang_v0")
    names = game.components(None).names
    seen = np.zeros((1, game.layout.size), np.float32)
    planes = game.layout.split(seen)
    for cell in ("D2", "D6", "D9", "A6"):
        planes["mine_protons"][0, names.index(cell)] = 0.5
    net = network("big_bang_v0")
    first, _ = net._look(net.read_places(torch.from_numpy(seen)))
    assert [names[i] if i < 84 else "edge" for i in first[0, names.index("D6")]] == [
        *("D9", "A6", "edge"),
        *("D2", "edge", "edge"),
    ]


def test_what_lies_on_marked_places_is_told_to_all() -> None:
    seen = observations("urknall_v0", 60)
    layout = get_game("urknall_v0").layout
    seen = seen[layout.split(seen)["picked"].any(axis=1)][:1]
    told, told_not = network("urknall_v0"), network("urknall_v0", SMALL)
    table = torch.from_numpy(seen)
    heard: list[torch.Tensor] = []
    for net in (told, told_not):
        net.place_in_table.register_forward_hook(lambda module, inputs, output: heard.append(inputs[0]))
        net(table)
    more = heard[0][0, len(told.reading.table) :].reshape(6, -1)  # astronauts of four seats, holes, picked
    assert heard[1].shape[1] == len(told.reading.table)
    picked = int(layout.split(seen)["picked"][0].argmax())
    assert torch.equal(more[5], told.read_places(table)[0, picked])


def test_foresight_moves_the_logits_of_sources_and_ways_alone() -> None:
    seen = observations("big_bang_v0", 41, sides="fixed")
    net = network("big_bang_v0", FORESIGHT)
    assert net.foresight is not None
    with torch.no_grad():
        moves = net.foresight.moves(torch.from_numpy(seen))
        before, _ = net(torch.from_numpy(seen))
        net.foresight.answer.bias += 1
        after, _ = net(torch.from_numpy(seen))
    changed = (after - before).numpy()
    board, cells = 84 * 6, np.zeros((32, 84), bool)
    cells[moves.rows.numpy() // board, moves.rows.numpy() % board // 6] = True
    assert np.allclose(changed[:, 3:87], cells, atol=1e-5)  # move
    ways = np.zeros((32, 6), bool)
    ways[moves.rows.numpy() // board, moves.rows.numpy() % 6] = True
    assert np.allclose(changed[:, 87:93], ways, atol=1e-5)  # go
    assert np.allclose(np.delete(changed, np.s_[3:93], axis=1), 0, atol=1e-5)


def test_threads_foresee_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = torch.from_numpy(np.tile(observations("big_bang_v0", 41, sides="fixed"), (3, 1))[:95])
    foresight = network("big_bang_v0", FORESIGHT).foresight
    assert foresight is not None
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    alone = foresight.moves(seen)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 4)
    shared = foresight.moves(seen)
    assert torch.equal(alone.rows, shared.rows)
    assert torch.equal(alone.told, shared.told)


def test_games_and_widths_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match=r"big_bang_theory_v0 has no places that are alike: it needs .* 'mlp'"):
        PlacesNetwork(get_game("big_bang_theory_v0"), SMALL)
    with pytest.raises(ValueError, match="width must be an integer from 1 to 4096, not 0"):
        PlacesShape(width=0)
    with pytest.raises(ValueError, match="urknall_v0 foresees no moves: foresight must be 0, not 8"):
        PlacesNetwork(get_game("urknall_v0"), FORESIGHT)
    with pytest.raises(ValueError, match="foresight must be an integer from 0 to 4096, not -1"):
        PlacesShape(foresight=-1)
    with pytest.raises(ValueError, match="marks must be true or false, not 1"):
        PlacesShape(marks=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="described by 'places' alone, not places, depth"):
        PlacesShape.from_dict({"places": {}, "depth": 3})


@pytest.mark.parametrize(
    ("game_id", "shape"), [*((game_id, SMALL) for game_id in WITH_PLACES), ("big_bang_v0", FORESIGHT)]
)
def test_its_checkpoints_play_as_in_stable_baselines(game_id: str, shape: PlacesShape, tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    from cosmozoo.train.places import PlacesPolicy

    env = SelfPlayVecEnv(game_id, 2, "random", seed=1)
    arguments = {"game": game_id, **shape.as_dict()}
    model = MaskablePPO(PlacesPolicy, env, n_steps=8, batch_size=16, policy_kwargs=arguments, seed=1, device="cpu")
    model.learn(16)
    model.save(tmp_path / "sb3.zip")
    manifest = Manifest.of(get_game(game_id), shape, variants={}, players=[2], steps=16, results={})
    path = tmp_path / "agent.zip"
    write_checkpoint(path, (tmp_path / "sb3.zip").read_bytes(), manifest)
    assert shape_from_dict(read_manifest(path).network) == shape
    vector = VectorGame(game_id, 32, 2, seed=3)
    for _ in range(9):
        vector.step(vector.sample_actions())
    policy = load_policy(path, game_id)
    loaded = MaskablePPO.load(path, device="cpu")
    masks = vector.action_masks.copy()
    theirs, _ = loaded.predict(vector.observations.copy(), deterministic=True, action_masks=masks)
    assert (policy.act(vector.observations, masks) == theirs).all()
    with torch.no_grad():
        values = loaded.policy.predict_values(torch.from_numpy(vector.observations.copy()))
    assert np.allclose(policy.values(vector.observations), values.numpy()[:, 0], atol=1e-6)
