"""The example runs: OpenSpiel's learners, measured, with curves as JSON and as a picture."""

import json
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="needs hoodwink[openspiel]")
pytest.importorskip("torch", reason="needs hoodwink[train]")
pytest.importorskip("tree", reason="needs dm-tree, of hoodwink[openspiel]")

pytestmark = pytest.mark.openspiel

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = runpy.run_path(str(ROOT / "examples" / "openspiel_deep_cfr.py"))
SMALL = "--iterations 2 --traversals 8 --units 8 --batch 4 --steps 5 --memory 500"


def test_both_learners_run_and_leave_their_curves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs"
    EXAMPLE["main"](["--game", "hoodwink_kuhn(players=2)", "--out", str(out), *SMALL.split()])
    result = json.loads((out / "curves.json").read_text())
    assert result["uniform"] == pytest.approx(11 / 12)
    assert list(result["curves"]) == ["deep_cfr", "escher"]
    for curve in result["curves"].values():
        assert [point["iteration"] for point in curve] == [1, 2]
        assert all(0 < point["nash_conv"] < 4 for point in curve)
    lines = ET.parse(out / "curves.svg").getroot().findall("{*}polyline")
    assert len(lines) == 2 + len(result["curves"])
    assert capsys.readouterr().out.count("NashConv") == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--game kuhn_poker", "kuhn_poker is no game of hoodwink.openspiel"),
        ("--game hoodwink_chess", "hoodwink_chess is no game of hoodwink.openspiel"),
        ("--iterations 0", "--iterations must be above 0, got 0"),
        ("--rate nan", "--rate must be above 0, got nan"),
    ],
)
def test_what_cannot_be_is_refused_before_the_run(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        EXAMPLE["main"](["--out", str(tmp_path), *words.split()])
    assert message in capsys.readouterr().err


def test_the_run_that_is_kept_is_of_the_example_as_it_stands() -> None:
    kept = json.loads((ROOT / "examples" / "openspiel_nano" / "curves.json").read_text())
    settings = {**vars(EXAMPLE["Settings"]()), "iterations": kept["iterations"]}
    assert {name: kept[name] for name in settings} == settings
    assert all(len(curve) == kept["iterations"] for curve in kept["curves"].values())
    assert min(point["nash_conv"] for point in kept["curves"]["deep_cfr"]) < kept["uniform"]
