"""Settings: what the files hold, and how wrong ones are refused."""

import pytest

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.training.config import (
    PPOConfig,
    Schedule,
    all_options,
    config_path,
    read_config,
    write_config,
)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_settings(name, tmp_path):
    game = find_game(name)
    config = read_config(config_path(game))
    assert all_options(game, config)
    write_config(tmp_path / "again.yaml", config)
    assert read_config(tmp_path / "again.yaml") == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("steps: 10\nepoch: 3\n", "a.yaml line 2: epoch: unknown key"),
        ("steps: 0\n", "a.yaml line 1: steps: given 0"),
        ("steps: '10'\n", "a.yaml line 1: steps: given '10'"),
        ("steps: 1.5\n", "a.yaml line 1: steps"),
        ("steps: true\n", "a.yaml line 1: steps"),
        ("clip: .nan\n", "a.yaml line 1: clip"),
        ("clip: .inf\n", "a.yaml line 1: clip"),
        ("magnet:\n  kind: strong\n", "a.yaml line 2: magnet.kind: given 'strong'"),
        ("magnet:\n  pull: 1\n", "a.yaml line 2: magnet.pull: unknown key"),
        ("network: {hidden: [64, -1]}\n", "a.yaml line 1: network.hidden[1]: given -1"),
        ("network: {hidden: []}\n", "a.yaml line 1: network.hidden"),
        ("network: 3\n", "a.yaml line 1: network"),
        ("steps: 2026-01-01\n", "a.yaml line 1"),
        ("steps: 1\nsteps: 2\n", "a.yaml line 2: steps: this key is given twice"),
        ("- 1\n", "a.yaml line 1"),
        ("steps: [\n", "a.yaml line 2: this is no YAML"),
    ],
)
def test_wrong_settings_name_file_line_and_key(text, message, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(HoodwinkError) as caught:
        read_config(path)
    assert message in str(caught.value)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(HoodwinkError, match=r"none\.yaml: there is no such file"):
        read_config(tmp_path / "none.yaml")


def test_an_empty_file_means_the_defaults(tmp_path):
    (tmp_path / "a.yaml").write_text("# nothing\n")
    assert read_config(tmp_path / "a.yaml") == PPOConfig()


def test_schedules_are_linear_then_flat():
    schedule = Schedule(0.2, 0.1, 0.5)
    values = [schedule.at(x) for x in (0, 0.25, 0.5, 1)]
    assert values == pytest.approx([0.2, 0.15, 0.1, 0.1])


def test_options_are_combined():
    config = PPOConfig(options={"players": [2, 3, 4]})
    kuhn = find_game("kuhn")
    assert all_options(kuhn, config) == [{"players": n} for n in (2, 3, 4)]
    with pytest.raises(HoodwinkError, match=r"options\.players: no value"):
        all_options(kuhn, PPOConfig(options={"players": []}))
