"""Render modes: pixels, SVG, text and a window, of the AEC, the parallel and the single-seat environment."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.wrappers import RecordVideo as RecordVideoOfGymnasium
from moviepy import VideoFileClip
from pettingzoo.utils.wrappers import RecordVideo, RecordVideoParallel

from cosmozoo.envs import GameEnv, big_bang_theory_v0, black_hole_buccaneers_v0
from cosmozoo.envs.core.drawing import Drawing
from cosmozoo.envs.core.extras import extra_library
from cosmozoo.envs.core.raster import pixels
from cosmozoo.envs.core.rendering import RENDER_FPS, frame
from cosmozoo.wrappers import SingleSeatEnv

GAME = "big_bang_theory_v0"


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def started(render_mode: str | None, seed: int = 1) -> GameEnv:
    env = big_bang_theory_v0.env(num_players=2, render_mode=render_mode)
    env.metadata["render_fps"] = 0
    env.reset(seed=seed)
    return env


def test_rgb_array_and_svg_show_the_seat_to_move_with_its_choices() -> None:
    env = started("rgb_array")
    expected = frame(env.table, env.position(), 0, env.legal_labels())
    shown = env.render()
    assert isinstance(shown, np.ndarray)
    assert shown.dtype == np.uint8
    assert (shown.shape[1], shown.shape[0]) == env.table.frame_size == (expected.width, expected.height)
    assert np.array_equal(shown, pixels(expected.svg()))
    assert started("svg").render() == expected.svg()


def test_every_frame_of_a_table_has_the_same_even_size() -> None:
    env = started("rgb_array")
    width, height = env.table.frame_size
    assert width % 2 == height % 2 == 0
    shapes = {env.render().shape}
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(env.greedy_action())
        if len(shapes) < 2 and env._states["to_move"][0] < 0:
            shapes.add(env.render().shape)
    assert shapes == {(height, width, 3)}


def test_a_picture_of_another_size_is_fitted_into_the_middle_of_the_frame() -> None:
    wide = Drawing(200, 50, "wide", background="#ff0000")
    shown = pixels(wide.fitted(100, 100).svg())
    assert shown.shape == (100, 100, 3)
    # 200 × 50 in 100 × 100 is 100 × 25, so it begins 37.5 from the top.
    assert shown[50, 50].tolist() == shown[50, 1].tolist() == [255, 0, 0]
    assert wide.fitted(200, 50) is wide


def test_ansi_gives_text_and_no_render_mode_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    env = started("ansi")
    assert env.render() == env.game.draw_text(env.position(), 0, env.table)
    with pytest.warns(UserWarning, match="render_mode='rgb_array'"):
        assert started(None).render() is None
    assert capsys.readouterr().out == ""


def test_the_single_seat_environment_shows_the_learners_view() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2, seat=1, render_mode="svg")
    env.reset(seed=1)
    assert env.render() == frame(env.game.table, env.game.position(), 1, env.game.legal_labels()).svg()
    painted = SingleSeatEnv(GAME, "greedy", num_players=2, seat=1, render_mode="rgb_array")
    painted.reset(seed=1)
    shown = painted.render()
    assert isinstance(shown, np.ndarray)
    assert (shown.shape[1], shown.shape[0]) == painted.game.table.frame_size


# ---- The window


def the_window(env: Any) -> Any:
    """The pygame window of an environment, None while it has none."""
    return env._renderer._window._window


def on_screen(env: Any) -> np.ndarray:
    """Pixels (height, width, 3) of its window."""
    return pygame.surfarray.array3d(the_window(env).get_surface()).swapaxes(0, 1)


def person_closes(env: Any) -> None:
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=the_window(env)))


@pytest.fixture
def watched() -> Iterator[Callable[[], GameEnv]]:
    """Makes environments with windows, which are closed at the end."""
    made: list[GameEnv] = []

    def make() -> GameEnv:
        made.append(started("human"))
        return made[-1]

    yield make
    for env in made:
        env.close()


def test_human_shows_each_step_in_one_window(watched: Callable[[], GameEnv]) -> None:
    env = watched()
    assert the_window(env) is None
    env.step(env.greedy_action())
    window = the_window(env)
    first = on_screen(env)
    assert first.std() > 1
    env.step(env.greedy_action())
    assert the_window(env) is window
    assert not np.array_equal(on_screen(env), first)
    assert env.render() is None
    env.close()
    assert the_window(env) is None
    env.close()


def test_the_window_shows_what_rgb_array_gives(watched: Callable[[], GameEnv]) -> None:
    env = watched()
    env.render()
    expected = frame(env.table, env.position(), 0, env.legal_labels())
    shown = on_screen(env)
    scale = min(shown.shape[1] / expected.width, shown.shape[0] / expected.height)
    inner = pixels(expected.svg(), int(expected.width * scale))
    top, left = (shown.shape[0] - inner.shape[0]) // 2, (shown.shape[1] - inner.shape[1]) // 2
    assert np.array_equal(shown[top : top + inner.shape[0], left : left + inner.shape[1]], inner)


def test_a_window_that_a_person_closed_stays_closed_until_close(watched: Callable[[], GameEnv]) -> None:
    env, other = watched(), watched()
    env.render()
    other.render()
    person_closes(env)
    other.render()  # sees the event first, and leaves it to the one it is for
    env.render()
    assert the_window(env) is None
    assert the_window(other) is not None
    env.step(env.greedy_action())
    assert the_window(env) is None
    env.close()
    env.render()
    assert the_window(env) is not None


@pytest.mark.parametrize(
    "copied",
    [GameEnv.clone, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["clone", "deep", "pickle"],
)
def test_a_copy_has_a_window_of_its_own(copied: Callable[[GameEnv], GameEnv], watched: Callable[[], GameEnv]) -> None:
    env = watched()
    env.render()
    other = copied(env)
    assert the_window(other) is None
    other.render()
    assert the_window(other) is not the_window(env)
    other.close()
    assert the_window(env) is not None


def test_a_window_keeps_the_pace_of_render_fps(watched: Callable[[], GameEnv]) -> None:
    env = watched()
    assert big_bang_theory_v0.env().metadata["render_fps"] == RENDER_FPS
    env.metadata["render_fps"] = 10
    env.render()
    ticks = pygame.time.get_ticks()
    env.render()
    env.render()
    assert pygame.time.get_ticks() - ticks >= 195  # two frames of 100 ms, which pygame counts in whole ones


def test_without_a_display_the_error_names_the_other_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    with pytest.raises(
        RuntimeError, match=r"there is no display .*'rgb_array', 'svg' or 'ansi'.*SDL_VIDEODRIVER=dummy"
    ):
        started("human").render()


def test_single_seat_window_opens_at_reset_and_is_closed() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2, render_mode="human")
    env.metadata = {**env.metadata, "render_fps": 0}
    env.reset(seed=1)
    assert on_screen(env).std() > 1
    assert the_window(copy.deepcopy(env)) is None
    env.close()
    assert the_window(env) is None


def test_a_library_is_imported_only_when_a_picture_needs_it() -> None:
    code = (
        "import sys\n"
        "from cosmozoo.envs import big_bang_theory_v0 as game\n"
        "for mode in (None, 'svg', 'ansi', 'human', 'rgb_array'):\n"
        "    env = game.env(render_mode=mode)\n"
        "    env.reset(seed=1)\n"
        "    if mode in ('svg', 'ansi'): env.render()\n"
        "print({'pygame', 'PIL', 'resvg_py'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


def test_a_missing_library_is_answered_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ModuleNotFoundError, match=re.escape("needs pygame: pip install 'cosmozoo[play]'")) as caught:
        extra_library("pygame", "play", "a window")
    assert caught.value.name == "pygame"


# ---- Films by PettingZoo and Gymnasium


def film(folder: Path) -> tuple[tuple[int, int], int]:
    """Size and number of frames of the one film in a folder."""
    (file,) = folder.glob("*.mp4")
    with VideoFileClip(str(file)) as clip:
        return tuple(clip.size), clip.n_frames


def test_pettingzoos_record_video_makes_a_film(tmp_path: Path) -> None:
    game = started("rgb_array")
    game.metadata["render_fps"] = RENDER_FPS
    env = RecordVideo(game, str(tmp_path / "film"))
    env.reset(seed=1)
    for _ in range(3):
        env.step(game.greedy_action())
    env.close()
    assert film(tmp_path / "film") == (game.table.frame_size, 4)


def test_pettingzoos_record_video_of_simultaneous_decisions(tmp_path: Path) -> None:
    game = black_hole_buccaneers_v0.parallel_env(num_players=3, render_mode="rgb_array")
    env = RecordVideoParallel(game, str(tmp_path / "film"))
    env.reset(seed=1)
    for _ in range(2):
        env.step({agent: int(game.action_space(agent).sample()) for agent in game.agents})
    env.close()
    assert film(tmp_path / "film") == (game.sequential.table.frame_size, 3)


def test_gymnasiums_record_video_makes_a_film(tmp_path: Path) -> None:
    single = gymnasium.make(
        "cosmozoo/BigBangTheory-v0",
        opponents="greedy",
        num_players=2,
        render_mode="rgb_array",
        disable_env_checker=True,
    )
    env = RecordVideoOfGymnasium(single, str(tmp_path / "film"))
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(np.int64(info["action_mask"].argmax()))
    env.close()
    assert film(tmp_path / "film")[1] == 4
