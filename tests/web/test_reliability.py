"""Nothing is lost and nothing doubled: reloads, lost connections, kills, full disks, browsers that do not read."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from simnon.frontends.web.connection import ANSWERS
from simnon.frontends.web.messages import Suggestions
from simnon.frontends.web.requests import Complete
from simnon.session import Session
from tests.web.conftest import expect_lines, give, lines_of, nothing_waits, prompt_of
from tests.web.serving import Served, read_message, replies_to, served

pytestmark = pytest.mark.slow

LONG = "SIMU 0 2E8"
"""Minutes of the tank."""
PATIENCE = 60.0
READY = ("SYST TANK DPID REGTANK", "SIMU 0 200", "ASHOW H")


def is_said(messages: list[dict[str, object]], word: str) -> bool:
    return any(message["kind"] == "Reply" and word in str(message["text"]).split() for message in messages)


def wait_for(socket_: ClientConnection, kind: str, timeout: float = 60.0) -> dict[str, object]:
    while True:
        message = read_message(socket_.recv(timeout=timeout))
        if message["kind"] == kind:
            return message


def send(socket_: ClientConnection, **request: object) -> None:
    socket_.send(json.dumps(request))


# Connections


COUNTED = """
window.sockets = []
const Plain = WebSocket
window.WebSocket = class extends Plain { constructor(...given) { super(...given); sockets.push(this) } }
"""


def test_the_page_connects_anew_and_gives_what_waits_once(page: Page) -> None:
    page.add_init_script(COUNTED)
    page.reload()
    expect(prompt_of(page)).to_be_enabled()
    give(page, "LET N = 1")
    for number in range(1, 4):
        prompt_of(page).fill("LET N = N + 1")
        prompt_of(page).press("Enter")
        page.evaluate("sockets.at(-1).close()")
        page.wait_for_function(f"() => sockets.length > {number} && sockets.at(-1).readyState === 1")
        expect(prompt_of(page)).to_be_enabled()
    nothing_waits(page)
    give(page, "DISP N")

    assert lines_of(page).count("LET N = N + 1") == 3
    expect(page.locator(".plain").last).to_contain_text("4")


def test_lines_that_a_server_at_rest_does_not_take_are_given_when_it_goes_on(
    process: Served, new_page: Callable[[Served], Page]
) -> None:
    """As after the sleep of a laptop."""
    page = new_page(process)
    give(page, "LET N = 1")
    process.process.send_signal(signal.SIGSTOP)
    try:
        for _ in range(3):
            prompt_of(page).fill("LET N = N + 1")
            prompt_of(page).press("Enter")
        expect(page.locator(".waiting")).to_have_count(3)
    finally:
        process.process.send_signal(signal.SIGCONT)
    nothing_waits(page)
    give(page, "DISP N")

    assert lines_of(page).count("LET N = N + 1") == 3
    expect(page.locator(".plain").last).to_contain_text("4")


def test_a_browser_that_never_reads_is_let_go_and_holds_nobody(process: Served) -> None:
    with process.connect("deaf", max_queue=1) as deaf, process.connect("good") as good:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = memory_of(process)
        replies_to(good, 1, "SYST TANK DPID REGTANK")
        replies_to(good, 2, "SIMU 0 20000")
        for number in range(3, 63):
            assert not replies_to(good, number, "PRINT H V U")[-1]["has_failed"]
        assert memory_of(process) - before < 300e6


def memory_of(server: Served) -> float:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


# Runs


def test_a_long_run_can_be_interrupted_from_the_page(page: Page) -> None:
    give(page, READY[0])
    prompt_of(page).fill(LONG)
    prompt_of(page).press("Enter")
    page.get_by_role("button", name="Interrupt").click()

    nothing_waits(page)
    give(page, "DISP 6*7")
    expect(page.get_by_role("log")).to_contain_text("42")


def test_a_trial_during_a_long_run_cancels_it(server: Served) -> None:
    with server.connect() as connection:
        for number, line in enumerate((*READY, "TURN LIVE ON"), start=1):
            replies_to(connection, number, line)
        send(connection, kind="Execute", id=10, line=LONG)
        while float(str(wait_for(connection, "ProgressPart")["share"])) < 0.0:
            pass
        begun = time.monotonic()
        send(connection, kind="Try", number=7, parameters={"TI": 30.0}, initial={})
        wait_for(connection, "Done")
        assert time.monotonic() - begun < PATIENCE
        assert wait_for(connection, "TrialPart") == {"kind": "TrialPart", "number": 7, "message": ""}
        assert is_said(replies_to(connection, 11, "DISP 6*7"), "42")


def test_an_interruption_at_any_moment_leaves_a_session_that_answers(server: Served) -> None:
    with server.connect() as connection:
        replies_to(connection, 1, READY[0])
        for number in range(2, 60):
            send(connection, kind="Execute", id=number, line="SIMU 0 2000" if number % 2 else "EQUIL")
            time.sleep(0.003 * (number % 7))
            send(connection, kind="Interrupt")
            while wait_for(connection, "Done")["id"] != number:
                pass
        assert is_said(replies_to(connection, 100, "DISP 6*7"), "42")


def test_a_trial_that_ends_after_its_drag_is_not_shown(server: Served) -> None:
    with server.connect() as connection:
        for number, line in enumerate(READY, start=1):
            replies_to(connection, number, line)
        for trial in range(1, 30):
            send(connection, kind="Try", number=trial, parameters={"TI": 10.0 + trial}, initial={})
            send(connection, kind="EndTrial")
        send(connection, kind="Execute", id=50, line="DISP 6*7")
        shown = 0
        while True:
            message = read_message(connection.recv(timeout=60))
            if message["kind"] == "FigurePart":
                shown = int(str(message["trial"]))
            if message["kind"] == "Done" and message["id"] == 50:
                break
        assert shown == 0


# Ends


def test_stop_ends_the_page_politely(process: Served, new_page: Callable[[Served], Page]) -> None:
    page = new_page(process)
    prompt_of(page).fill("STOP")
    prompt_of(page).press("Enter")

    expect(page.get_by_role("status").filter(has_text="The session is over")).to_be_visible()
    assert process.process.wait() == 0
    expect(prompt_of(page)).to_be_disabled()


@pytest.mark.parametrize("line", ["DISP 1", LONG])
def test_ctrl_c_of_the_server_ends_it_and_keeps_the_lines(
    study: Path, tmp_path: Path, built_page: None, line: str
) -> None:
    with served(study, tmp_path / "state") as server:
        with server.connect() as connection:
            replies_to(connection, 1, READY[0])
            send(connection, kind="Execute", id=2, line=line)
            wait_for(connection, "Line")
            server.process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed):
                wait_for(connection, "nothing")
        server.process.wait()
    with served(study, tmp_path / "state") as server, server.connect() as connection:
        assert read_message(connection.recv(timeout=20))["lost"] == [READY[0], line]


def test_the_page_says_that_the_server_is_gone(process: Served, new_page: Callable[[Served], Page]) -> None:
    page = new_page(process)
    process.process.send_signal(signal.SIGKILL)

    expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()


def test_a_line_does_not_wait_for_an_answer_that_takes_long(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    is_free = threading.Event()

    def slow(_session: Session, asked: Complete) -> Suggestions:
        assert is_free.wait(20)
        return Suggestions(asked.id, "", ())

    monkeypatch.setitem(ANSWERS, Complete, slow)
    with server.connect() as connection:
        send(connection, kind="Complete", id=1, text="SY")
        kinds = [each["kind"] for each in replies_to(connection, 2, "LET N = 1")]
        assert "Suggestions" not in kinds
        is_free.set()
        wait_for(connection, "Suggestions")


# The journal


def killed(study: Path, state: Path, *lines: str) -> None:
    with served(study, state) as server:
        with server.connect() as connection:
            for number, line in enumerate(lines, start=1):
                replies_to(connection, number, line)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(timeout=20)


def test_the_page_offers_to_restore_a_session_that_was_killed(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    killed(study, tmp_path / "state", *READY, "PAR TI: 31")
    with served(study, tmp_path / "state") as server:
        page = new_page(server)
        banner = page.get_by_role("status").filter(has_text="ended without STOP")
        expect(banner).to_contain_text("4 lines")
        banner.get_by_role("button", name="Restore").click()
        expect(banner).to_have_count(0)
        give(page, "DISP TI")

        expect(page.locator(".plain").last).to_contain_text("31")
        expect_lines(page, *READY, "PAR TI: 31", "DISP TI")


def test_what_is_not_wanted_is_not_offered_again(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    killed(study, tmp_path / "state", "LET N = 1")
    with served(study, tmp_path / "state") as server:
        page = new_page(server)
        page.get_by_role("button", name="Forget").click()
        expect(page.get_by_role("button", name="Forget")).to_have_count(0)
        page.reload()
        expect(prompt_of(page)).to_be_enabled()
        expect(page.get_by_role("button", name="Restore")).to_have_count(0)
        assert lines_of(page) == []


def test_a_session_that_is_killed_while_it_is_restored_loses_no_line(
    study: Path, tmp_path: Path, built_page: None
) -> None:
    lines = [READY[0], *(f"LET N{number} = {number}" for number in range(30))]
    killed(study, tmp_path / "state", *lines)
    for pause in (0.0, 0.01, 0.05):
        with served(study, tmp_path / "state") as server:
            with server.connect() as connection:
                assert read_message(connection.recv(timeout=20))["lost"] == lines
                send(connection, kind="Restore", accepts=True)
                time.sleep(pause)
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(timeout=20)


def test_a_second_session_in_the_folder_says_that_it_is_not_kept(server: Served, study: Path, tmp_path: Path) -> None:
    with server.connect() as first, served(study, tmp_path / "state") as other, other.connect() as second:
        said = replies_to(second, 1, "DISP 6*7")
        assert any(message["kind"] == "Reply" and "cannot be restored" in str(message["text"]) for message in said)
        assert is_said(said, "42")
        assert not any("cannot be restored" in json.dumps(each) for each in replies_to(first, 1, "DISP 1"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_with_a_full_disk_the_session_goes_on_and_says_so(study: Path, tmp_path: Path, built_page: None) -> None:
    killed(study, tmp_path / "state", "LET N = 1")
    [folder] = (tmp_path / "state" / "simnon" / "windows").iterdir()
    (folder / "lines.jsonl").unlink()
    (folder / "lines.jsonl").symlink_to("/dev/full")
    (folder / "arrangement.json.new").symlink_to("/dev/full")
    with served(study, tmp_path / "state") as server, server.connect() as connection:
        send(connection, kind="Arrange", tree="{}")
        said = replies_to(connection, 1, "DISP 6*7")
        assert any("cannot be restored" in str(message.get("text")) for message in said)
        assert is_said(said, "42")


def test_without_a_state_folder_the_session_goes_on_and_says_so(study: Path, tmp_path: Path, built_page: None) -> None:
    (tmp_path / "state").write_text("a file, no folder")
    with served(study, tmp_path / "state") as server, server.connect() as connection:
        said = replies_to(connection, 1, "DISP 6*7")

    assert any("cannot be restored" in str(message.get("text")) for message in said)
    assert is_said(said, "42")


def test_an_arrangement_that_is_rubbish_leaves_a_page_that_works(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    with served(study, tmp_path / "state") as server:
        with server.connect() as connection:
            send(connection, kind="Arrange", tree='{"grid": {"root": {"type": "leaf"}}, "panels": 7}')
            replies_to(connection, 1, "DISP 1")
        page = new_page(server)
        give(page, "DISP 6*7")
        expect(page.get_by_role("log")).to_contain_text("42")
