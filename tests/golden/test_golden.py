"""The golden transcripts are what the games play now."""

import pytest

from .transcripts import FOLDER, names, path, transcript


@pytest.mark.parametrize(("game_id", "players"), names())
def test_golden_transcript(game_id: str, players: int) -> None:
    assert path(game_id, players).exists(), "no transcript yet: `make golden` writes it"
    recorded = path(game_id, players).read_text(encoding="utf-8").splitlines()
    for number, (before, now) in enumerate(zip(recorded, transcript(game_id, players).splitlines(), strict=False), 1):
        assert now == before, f"line {number}: play has changed; if that is meant, run `make golden` and read the diff"


def test_no_transcript_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {path(*name).name for name in names()}
