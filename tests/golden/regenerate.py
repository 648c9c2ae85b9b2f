"""Write all golden transcripts anew (`make golden`). Read their diff before committing it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.golden.transcripts import names, path, transcript

if __name__ == "__main__":
    for game_id, players in names():
        path(game_id, players).write_text(transcript(game_id, players), encoding="utf-8")
        print(path(game_id, players).name)
