"""Configs: a wrong setting is named, with what is near or right."""

from pathlib import Path

import pytest

from cosmozoo.train.config import ConfigError, config_file, load_config

SHIPPED = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "run.yaml"
    path.write_text("game: big_bang_theory_v0\nplayers: {2: 1, 4: 1}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_configs_are_right(path: Path) -> None:
    assert load_config(path).output is None


def test_numbers_as_people_write_them(written: Path) -> None:
    config = load_config(written, ["total_steps=1e6", "ppo.learning_rate=1e-4", "evaluation.opponents=[greedy]"])
    assert config.total_steps == 1_000_000
    assert type(config.total_steps) is int
    assert config.ppo.learning_rate == 1e-4
    assert config.evaluation.opponents == ["greedy"]
    assert config.table_sizes == {2: 1, 4: 1}
    assert load_config(written, ["players.3=2"]).table_sizes == {2: 1, 4: 1, 3: 2}


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("total_step=5", r"no setting 'total_step'; did you mean 'total_steps'\? \(settings here: game, output"),
        ("engine=rlib", r"engine='rlib': input should be 'sb3' or 'rllib'; did you mean 'rllib'\?"),
        ("ppo.gama=1", r"no setting 'ppo.gama'; did you mean 'gamma'\?"),
        ("ppo.gamma=2", r"ppo.gamma=2: input should be less than or equal to 1"),
        ("ppo.gamma=high", r"ppo.gamma='high': must be a number"),
        ("ppo.learning_rate=.nan", r"ppo.learning_rate=nan: input should be"),
        ("total_steps=1.5", r"total_steps=1.5: input should be a valid integer"),
        ("games=true", r"games=True: must be a number"),
        ("games=0", r"games=0: input should be greater than 0"),
        ("reward=ranks", r"reward='ranks': input should be 'rank', 'win' or 'score'; did you mean 'rank'\?"),
        ("network.activation=rely", r"did you mean 'relu'\?"),
        ("game=big_bang_teory_v0", r"no game 'big_bang_teory_v0'; did you mean 'big_bang_theory_v0'"),
        ("players={7: 1}", r"num_players=7: big_bang_theory_v0 takes 2, 3, 4 players"),
        ("evaluation.players=[5]", r"num_players=5"),
        ("variants.paradoxx=open", r"has no argument 'paradoxx'; did you mean 'paradox'\?"),
        ("variants.paradox=shut", r"paradox='shut': allowed are 'hidden', 'open', 'none', 'chaos'"),
        ("opponents.greedy=0", r"a weight above 0, for the games before a pool"),
        ("ppo.batch_size=1e6", r"ppo.batch_size=1000000 is more than games × steps_per_update = 16384"),
        ("network.places={}", r"network.places: big_bang_theory_v0 has no places that are alike; leave it out"),
        ("imitation={teacher: lookahead, lessons: 1}", r"big_bang_theory_v0 has no policy 'lookahead': take 'greedy'"),
        ("evaluation.opponents=[lookahead]", r"big_bang_theory_v0 has no policy 'lookahead'"),
        ("network.places={width: 0}", r"network.places.width=0: input should be greater than 0"),
        ("ppo", r"'ppo': a setting is replaced by key=value"),
        ("game.name=1", r"game is no group of settings"),
    ],
)
def test_wrong_settings(written: Path, override: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(written, [override])


def test_all_faults_are_told_at_once(written: Path) -> None:
    with pytest.raises(ConfigError, match=r"games=0: .*; there is no setting 'sede'; did you mean 'seed'"):
        load_config(written, ["games=0", "sede=1"])


@pytest.mark.parametrize(
    ("text", "message"),
    [("game: [", "is not YAML"), ("- 1", "must be settings with names"), ("seed: 1", "setting 'game' is missing")],
)
def test_wrong_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_config(path)


def test_configs_are_found_by_name(written: Path) -> None:
    assert config_file(written) == written
    assert config_file("big_bang_theory") == config_file("big_bang_theory.yaml")
    with pytest.raises(ConfigError, match=r"no config 'big_bang_teory'; did you mean 'big_bang_theory'"):
        config_file("big_bang_teory")


def test_what_rllib_cannot_do_is_refused(written: Path) -> None:
    assert load_config(written, ["engine=rllib", "rllib.workers=128"]).rllib.workers == 128
    with pytest.raises(ConfigError, match=r"ppo\.target_kl: RLlib does not end an update early"):
        load_config(written, ["engine=rllib", "ppo.target_kl=0.1"])
    # 256 games are one for each of 129 workers and not the two for two table sizes
    with pytest.raises(ConfigError, match=r"games=256: each of the 129 workers \(rllib\.workers\) needs at least one"):
        load_config(written, ["engine=rllib", "rllib.workers=129"])


def test_foresight_is_refused_where_a_game_foresees_nothing() -> None:
    with pytest.raises(ConfigError, match=r"network\.places\.foresight: urknall_v0 foresees no moves; leave it out"):
        load_config(config_file("urknall"), ["network.places.foresight=8"])
