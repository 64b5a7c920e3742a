"""Texts in Latin-1, as old machines left them: every command reads them, and notes it."""

from pathlib import Path

import pytest

from simnon.session import Diagnosed, Session
from tests.unit.session.sessions import failure, give, output_of

FILES = {
    "tank.t": "CONTINUOUS SYSTEM tank\nSTATE nivå\nDER dnivå\ndnivå = -k*nivå\nk: 1\nnivå: 2\nEND\n",
    "hälften.t": "MACRO HÄLFTEN\nPAR k: 0.5\nINIT nivå: 4\nEND\n",
    "start.par": "INIT nivå: 3\n",
    "mätt.csv": "t,nivå\n0,1\n1,2\n",
    "mätt2.dat": '" t nivå\n0 1\n1 2\n',
}
NOTE = "is not UTF-8; it is read as WINDOWS-1252"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    return Session(tmp_path)


def test_a_model_is_compiled_with_a_note_about_its_text(session: Session) -> None:
    (found,) = [outcome for outcome in give(session, "SYST tank") if isinstance(outcome, Diagnosed)]

    assert [diagnostic.code for diagnostic in found.diagnostics] == ["not-utf8"]
    assert session.workspace.system.model.initial_names == {"nivå"}


@pytest.mark.parametrize(
    "line",
    ["hälften", "GET start", "LIST tank", "IMPORT mätt.csv", "IMPORT mätt2.dat", "SYST mätt.csv", "EDIT tank -LINE"],
)
def test_other_texts_are_read_with_a_note(session: Session, line: str) -> None:
    give(session, "SYST tank")

    assert NOTE in output_of(session, line)


def test_a_macro_is_noted_once_where_it_is_called(session: Session) -> None:
    give(session, "SYST tank", "MACRO TWICE", "HÄLFTEN", "HÄLFTEN", "END")

    assert NOTE not in output_of(session, "TWICE")
    assert session.workspace.given.initial == {"nivå": 4.0}


def test_the_editor_saves_the_text_as_utf8(session: Session) -> None:
    give(session, "EDIT tank -LINE", "N", "C /CONTINUOUS/Continuous/", "E")

    assert "nivå" in (session.workspace.folder / "tank.t").read_text("utf-8")


def test_a_file_that_is_not_a_text_is_refused_with_the_cure(session: Session) -> None:
    (session.workspace.folder / "dos.t").write_bytes("MACRO DOS\nWRITE 'Å'\nEND\n".encode("cp850"))

    refused = failure(session, "DOS")

    assert refused.code == "not-utf8"
    assert "iconv -f CP850 -t UTF-8 dos.t" in refused.hint
