"""One session, any number of views: lines from anywhere, nothing lost, nothing doubled."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from simnon.frontends.web import serve_beside
from simnon.frontends.web.journal import LINES, journal_folder
from simnon.session import Session
from tests.web.conftest import give, lines_of, prompt_of
from tests.web.serving import Served, beside, read_message, replies_to, served

pytestmark = pytest.mark.slow


def test_a_line_is_executed_and_its_reply_shown(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200")

    expect(page.get_by_role("log")).to_contain_text("the end of the run, t = 200")
    expect(page.locator("header")).to_contain_text("TANK DPID REGTANK")


def test_the_last_reply_stays_in_view_when_the_window_gets_lower(page: Page) -> None:
    give(page, *(f"DISP {number}" for number in range(30)))
    last = page.get_by_role("log").locator("p").last
    expect(last).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 400})

    expect(last).to_be_in_viewport(ratio=1)


def test_an_error_is_shown_with_its_hint_and_changes_nothing(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "PAR GAIM: 2")

    expect(page.get_by_role("log")).to_contain_text("did you mean")
    expect(page.locator("header")).to_contain_text("TANK DPID REGTANK")


def test_a_reload_shows_everything_again(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200", "MKWIN second")
    page.reload()

    expect(page.get_by_role("log")).to_contain_text("the end of the run, t = 200")
    expect(page.get_by_role("tab", name="second")).to_be_visible()


def test_a_second_browser_sees_what_the_first_does(
    server: Served, page: Page, new_page: Callable[[Served], Page]
) -> None:
    other = new_page(server)
    give(page, "SYST TANK DPID REGTANK")

    expect(other.get_by_role("log")).to_contain_text("SYST TANK DPID REGTANK")
    expect(other.locator("header")).to_contain_text("TANK DPID REGTANK")


def test_a_line_that_is_sent_twice_is_executed_once(server: Served) -> None:
    with server.connect("twice") as socket:
        replies_to(socket, 1, "LET N = 1")
        replies_to(socket, 2, "LET N = N + 1")
    with server.connect("twice") as socket:
        replies_to(socket, 2, "LET N = N + 1")
        said = replies_to(socket, 3, "DISP N")

    assert any(message["kind"] == "Reply" and "2" in str(message["text"]).split() for message in said)


def test_a_session_that_was_killed_can_be_restored(study: Path, tmp_path: Path, built_page: None) -> None:
    state = tmp_path / "state"
    with served(study, state) as server:
        with server.connect() as socket:
            for number, line in enumerate(("SYST TANK DPID REGTANK", "PAR TI: 30", "SIMU 0 200"), start=1):
                replies_to(socket, number, line)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(timeout=20)
    with served(study, state) as server, server.connect() as socket:
        greeting = read_message(socket.recv(timeout=20))
        assert greeting["lost"] == ["SYST TANK DPID REGTANK", "PAR TI: 30", "SIMU 0 200"]
        socket.send(json.dumps({"kind": "Restore", "accepts": True}))
        said = replies_to(socket, 1, "DISP TI")

    assert any(message["kind"] == "Reply" and "30" in str(message["text"]).split() for message in said)


def test_after_stop_there_is_nothing_to_restore(study: Path, tmp_path: Path, built_page: None) -> None:
    state = tmp_path / "state"
    with served(study, state) as server:
        with server.connect() as socket:
            replies_to(socket, 1, "SYST TANK DPID REGTANK")
            replies_to(socket, 2, "STOP")
        server.process.wait(timeout=20)
    with served(study, state) as server, server.connect() as socket:
        assert read_message(socket.recv(timeout=20))["lost"] == []


def test_the_prompt_completes_and_shows_the_usage(page: Page) -> None:
    prompt_of(page).fill("SIM")

    expect(page.locator(".offers").get_by_text("SIMU")).to_be_visible()
    expect(page.locator(".grey")).to_have_text("SIMU")
    prompt_of(page).press("Tab")
    expect(prompt_of(page)).to_have_value("SIMU")
    expect(page.locator(".usage")).to_contain_text("SIMU [start stop")


def test_the_arrows_choose_among_what_can_follow_or_recall_lines(page: Page) -> None:
    give(page, "LET N = 1", "LET N = 2")
    prompt_of(page).press("ArrowUp")
    prompt_of(page).press("ArrowUp")
    expect(prompt_of(page)).to_have_value("LET N = 1")
    prompt_of(page).fill("SYS")
    expect(page.locator(".offers")).to_be_visible()
    prompt_of(page).fill("S")
    expect(page.locator(".offers")).to_contain_text("more")
    prompt_of(page).press("ArrowDown")
    prompt_of(page).press("ArrowDown")
    chosen = page.get_by_label("What can follow").get_by_role("option", selected=True)
    expect(chosen).to_be_visible()
    word = chosen.inner_text().split()[0]
    prompt_of(page).press("Tab")
    expect(prompt_of(page)).to_have_value(word)


def test_the_prompt_recalls_lines_of_earlier_sessions(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    for line in ("LET N = 7", "DISP N"):
        with beside(study, tmp_path / "state") as (_, server):
            page = new_page(server)
            if line == "DISP N":
                prompt_of(page).press("ArrowUp")
                expect(prompt_of(page)).to_have_value("LET N = 7")
            give(page, line)


def test_files_named_at_the_start_are_compiled_by_a_line(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    files = [str(study / name) for name in ("tank.t", "dpid.t")]
    with served(study / "regtank.t", tmp_path / "state", *files) as server:
        page = new_page(server)

        expect(page.locator("header")).to_contain_text("TANK DPID REGTANK")
        assert lines_of(page) == ["SYST tank.t dpid.t regtank.t"]


def test_what_is_wrong_in_a_file_named_at_the_start_is_shown(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page]
) -> None:
    (study / "wrong one.t").write_text("CONTINUOUS SYSTEM wrong\nSTATE x\nDER dx\ndx = -k*x\nEND\n")
    with served(study / "wrong one.t", tmp_path / "state") as server:
        page = new_page(server)

        expect(page.get_by_role("log")).to_contain_text("'k' is never defined")
        assert lines_of(page) == ["SYST 'wrong one.t'"]


def test_lines_of_a_terminal_from_before_the_window_are_shown_and_kept(
    study: Path, tmp_path: Path, built_page: None, new_page: Callable[[Served], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    session = Session(study, can_correct=False)
    given = ["SYST TANK DPID REGTANK", "MACRO SETTLE N", "PAR DT: N", "END", "SETTLE 5", "PAR GAIM: 2"]
    for line in given:
        list(session.execute(line))
    page = new_page(Served(serve_beside(session)))

    assert lines_of(page) == given
    kept = journal_folder(study)
    assert kept is not None
    assert [json.loads(line) for line in (kept / LINES).read_text().splitlines()] == given
    list(session.execute("STOP"))


def test_a_duplicated_tab_loses_no_line(page: Page) -> None:
    give(page, "LET N = 1")
    with page.context.expect_page() as opened:
        page.evaluate("window.open(location.href)")
    duplicate = opened.value
    expect(duplicate.get_by_role("log")).to_contain_text("LET N = 1")
    give(duplicate, "LET N = N + 1")
    give(page, "LET N = N + 1", "WRITE N")

    expect(page.locator(".given")).to_have_count(4)
    expect(page.get_by_role("log")).to_contain_text("3")


def test_a_line_that_is_being_executed_stands_there_once(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK")
    prompt_of(page).fill("SIMU 0 2E8")
    prompt_of(page).press("Enter")
    expect(page.get_by_role("button", name="Interrupt")).to_be_visible()

    expect(page.locator(".given:visible", has_text="SIMU")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".waiting")).to_have_count(0)


def test_a_long_usage_is_shown_whole_above_what_can_follow(page: Page) -> None:
    prompt_of(page).fill("OPTIM ")
    expect(page.get_by_text("7 more")).to_be_visible()
    prompt_of(page).press("ArrowDown")

    expect(page.locator(".list p")).to_contain_text("-MULTIPLIER]")


def test_the_line_below_the_prompt_is_about_the_present_model(page: Page) -> None:
    give(page, "SYST TANK DPID REGTANK", "SIMU 0 200", "SIMU 0 50")

    expect(page.get_by_text("t = 0 to 50")).to_be_visible()
