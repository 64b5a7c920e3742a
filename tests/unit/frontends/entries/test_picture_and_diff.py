"""`simnon picture` and `simnon diff`: the file that is written, what is printed, what is refused."""

import re
from pathlib import Path

import pytest

from simnon.frontends import main

ROOT = Path(__file__).parents[4]
LAG = """CONTINUOUS SYSTEM lag
INPUT u
OUTPUT y
STATE x
DER dx
dx = (u - x)/T
y = x
T: 1
END
"""
LOOP = "CONTINUOUS SYSTEM loop\na = 1 - COS(b)\nb = SIN(a) + 2\nEND\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("tank.t", "regulator.t", "level.t"):
        (tmp_path / name).write_text((ROOT / "examples" / name).read_text("utf-8"))
    (tmp_path / "lag.t").write_text(LAG)
    (tmp_path / "slow.t").write_text(LAG.replace("T: 1", "T: 5").replace("y = x", "y = 2*x"))
    (tmp_path / "wrong.t").write_text(LAG.replace("dx =", "dx = )"))
    (tmp_path / "loop.t").write_text(LOOP)
    return tmp_path


def words_of(path: Path) -> str:
    return " ".join(re.findall(r">([^<>]+)<", path.read_text("utf-8")))


def test_a_picture_has_the_name_of_the_model_and_its_systems(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "tank.t", "regulator.t", "level.t"]) == 0

    assert capsys.readouterr().out == "tank.svg\n"
    drawn = words_of(folder / "tank.svg")
    assert "regulator" in drawn
    assert "tank" in drawn


def test_a_graph_shows_equations_and_their_loop(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "--graph", "-o", "graph.svg", "loop.t"]) == 0
    assert main(["picture", "-o", "plain.svg", "loop.t"]) == 0

    graph, plain = (folder / "graph.svg").read_text(), (folder / "plain.svg").read_text()
    assert graph != plain
    assert "SIN" in words_of(folder / "graph.svg")


def test_a_dark_picture_has_another_ground(folder: Path) -> None:
    assert main(["picture", "-o", "light.svg", "lag.t"]) == 0
    assert main(["picture", "--dark", "-o", "dark.svg", "lag.t"]) == 0

    colours = [re.findall(r"#[0-9a-fA-F]{6}", (folder / name).read_text()) for name in ("light.svg", "dark.svg")]
    assert colours[0][0] != colours[1][0]


@pytest.mark.parametrize(
    "words", [["picture", "wrong.t"], ["picture", "--graph", "wrong.t"], ["diff", "lag.t", "wrong.t"]]
)
def test_a_text_with_errors_has_no_picture(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "-o", "out.svg"]) == 1

    assert "wrong.t:6" in capsys.readouterr().err
    assert not (folder / "out.svg").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["picture", "--level", "0", "lag.t"], "there is no level 0"),
        (["picture", "-o", "out.txt", "lag.t"], "use one of .svg, .pdf, .png"),
        (["diff", "-o", "out.txt", "lag.t", "slow.t"], "use one of .svg, .pdf, .png"),
        (["picture", "nothing.t"], "nothing.t"),
    ],
)
def test_what_cannot_be_drawn_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) != 0
    said = capsys.readouterr()

    assert message in said.err
    assert said.out == ""


def test_a_picture_of_the_user_is_replaced_only_with_force(folder: Path) -> None:
    (folder / "lag.svg").write_text("mine")

    assert main(["picture", "lag.t"]) != 0
    assert (folder / "lag.svg").read_text() == "mine"
    assert main(["picture", "--force", "lag.t"]) == 0
    assert (folder / "lag.svg").read_text() != "mine"


def test_differences_are_printed_and_the_same_model_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "lag.t", "slow.t"]) == 0
    changed = capsys.readouterr().out
    assert main(["diff", "lag.t", "lag.t"]) == 0
    same = capsys.readouterr().out

    assert re.search(r"T: 1 -> 5", changed)
    assert "2*x" in changed
    assert "T" not in same.replace("The", "")


def test_the_picture_of_a_difference_is_written_after_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "lag.t", "slow.t", "-o", "both.svg"]) == 0

    assert capsys.readouterr().out.splitlines()[-1] == "both.svg"
    assert "<svg" in (folder / "both.svg").read_text()
