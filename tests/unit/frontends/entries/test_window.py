"""`simnon window`: the session that is served, and what is printed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simnon.frontends.web
from simnon.frontends import main
from simnon.session import Session
from tests.unit.frontends.sessions import fill

URL = "http://127.0.0.1:8000/?token=secret"
Served = tuple[Session, int, dict[str, Any]]


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Served]:
    """What the server was given, in a folder with models."""
    found: list[Served] = []

    def serve(open_session: Callable[[], Session], port: int, announce: Callable[[str], None], **given: Any) -> None:
        found.append((open_session(), port, given))
        announce(URL)

    monkeypatch.chdir(fill(tmp_path))
    monkeypatch.setattr(simnon.frontends.web, "serve", serve)
    return found


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr("webbrowser.open", found.append)
    return found


def test_the_browser_is_opened_at_the_address_that_is_printed(
    served: list[Served], opened: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["window"]) == 0

    assert opened == [URL]
    assert capsys.readouterr().out.splitlines() == [
        f"Simnon is at {URL}",
        "STOP in its command window, or Ctrl-C here, ends it.",
    ]
    ((session, port, given),) = served
    assert (session.workspace.folder, port, given) == (tmp_path, 0, {"first_line": ""})
    assert session.workspace.loaded is None


def test_files_are_compiled_in_their_folder(served: list[Served], opened: list[str], tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "decay.t").write_text((tmp_path / "decay.t").read_text())

    assert main(["window", "--no-open", "--port", "8123", "below/decay.t"]) == 0

    ((session, port, given),) = served
    outcome = list(session.execute(given["first_line"]))
    assert session.workspace.loaded is not None, outcome
    assert [path.name for path in session.workspace.loaded.files] == ["decay.t"]
    assert (session.workspace.folder, port, opened) == (tmp_path / "below", 8123, [])


def test_a_folder_is_the_one_of_the_session(served: list[Served], opened: list[str], tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()

    assert main(["window", "below"]) == 0

    assert served[0][0].workspace.folder == tmp_path / "below"


def test_a_shared_session_has_a_passphrase_and_an_address_without_the_token(
    served: list[Served], opened: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMNON_PASSPHRASE", "four quiet lakes")

    assert main(["window", "--no-open", "--share", "192.168.1.20"]) == 0

    assert served[0][2] == {"first_line": "", "host": "192.168.1.20", "passphrase": "four quiet lakes"}
    assert "Others open http://127.0.0.1:8000/ and give the passphrase." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing.t"], "there is no file or folder 'nothing.t'"),
        (["decay.t", "below/decay.t"], "the files are in different folders"),
    ],
)
def test_what_cannot_be_opened_is_refused(
    served: list[Served], words: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "decay.t").write_text("")

    assert main(["window", *words]) != 0

    assert message in capsys.readouterr().err
    assert served == []
