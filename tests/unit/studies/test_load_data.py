"""A data file is a system for `load` and `simnon check`, as it is for SYST."""

from pathlib import Path

import pytest

import simnon
from simnon.frontends import main
from simnon.frontends.entries.check import DATA_FILES
from simnon.simulation import is_data_file


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "u.csv").write_text("t,u\n0,1\n1,2\n2,0\n")
    (tmp_path / "s.t").write_text("CONTINUOUS SYSTEM s\nINPUT v\nSTATE x\nDER dx\ndx = v\nEND\n")
    (tmp_path / "c.t").write_text("CONNECTING SYSTEM c\nv[s] = u[u]\nEND\n")
    return [str(tmp_path / name) for name in ("u.csv", "s.t", "c.t")]


@pytest.mark.parametrize("kind", [str, Path])
def test_a_data_file_drives_a_model(files: list[str], kind: type) -> None:
    run = simnon.load(*map(kind, files)).simulate(0, 2)

    assert run.final["x"] == pytest.approx(1.5 + 1.0)


def test_a_data_file_is_checked_with_the_model(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *files]) == 0
    assert capsys.readouterr().out == "no errors\n"


def test_a_data_file_that_is_missing_or_no_table_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("t,u\n0,one\n")

    for name in ("bad.csv", "missing.csv"):
        with pytest.raises(simnon.SimnonError, match=name):
            simnon.load(tmp_path / name)


def test_the_files_that_are_checked_are_those_that_are_read() -> None:
    assert all(is_data_file(Path(f"a{extension}")) for extension in DATA_FILES)
    assert not is_data_file(Path("a.mat"))
