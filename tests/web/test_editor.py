"""The editor: what the compiler says while a text is typed, its cures, saving, compiling, explaining, following."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.web.conftest import eventually, expect_last, expect_lines, give, lines_of, prompt_of
from tests.web.serving import ROOT, Served

pytestmark = pytest.mark.slow

SYSTEMS = "SYST TANK DPID REGTANK"


def edit(page: Page, file: str) -> Locator:
    """Open an editor and wait for its text."""
    give(page, f"WEDIT {file}")
    text = text_of(page, file)
    expect(text).to_be_visible()
    expect(text.locator("[class^=colour]").first).to_be_visible()
    return text


def text_of(page: Page, file: str) -> Locator:
    return page.get_by_role("textbox", name=f"Text of {file}")


def type_at(page: Page, text: Locator, line: int, typed: str) -> None:
    """At the end of a line."""
    text.focus()
    page.keyboard.press("Control+Home")
    for _ in range(line - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.type(typed)


def tab_of(page: Page, file: str) -> Locator:
    return page.get_by_role("tab").filter(has_text=file)


def is_saved(page: Page, file: str) -> None:
    expect(tab_of(page, file)).not_to_contain_text("●")


def test_nothing_is_typed_into_a_text_that_has_not_come(page: Page, study: Path) -> None:
    held: list[Callable[[], None]] = []

    def hold(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def forward(message: str | bytes) -> None:
            if '"Open"' in str(message) and not held:
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        client.on_message(forward)

    page.route_web_socket(re.compile("/session"), hold)
    page.reload()
    give(page, "WEDIT tank")
    text = text_of(page, "tank.t")
    text.focus()
    page.keyboard.type("lost?")
    page.keyboard.press("Control+s")
    eventually(page, lambda: bool(held), "the text was not asked for")
    held[0]()
    expect(text).to_contain_text("CONTINUOUS SYSTEM TANK")
    page.keyboard.press("Control+z")

    expect(text).to_contain_text("CONTINUOUS SYSTEM TANK")
    expect(text).not_to_contain_text("lost?")
    assert (study / "tank.t").read_text() == (ROOT / "examples" / "tank-study" / "tank.t").read_text()


def test_an_error_is_shown_while_it_is_typed_and_cured_by_a_button(page: Page, study: Path) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    type_at(page, text, 9, " + YREFF")

    block = page.get_by_role("note")
    expect(block).to_contain_text("'YREFF' is never defined")
    expect(block).to_contain_text("undefined-name. Did you mean 'YREF'?")
    expect(text.locator(".wave")).to_have_text("YREFF")
    expect(tab_of(page, "dpid.t")).to_have_text("dpid.t ● 1")
    page.get_by_role("button", name="Replace").click()

    expect(block).to_have_count(0)
    expect(text).to_contain_text("E = YREF - Y + YREF")
    assert "YREFF" not in (study / "dpid.t").read_text()
    expect_lines(page, SYSTEMS, "WEDIT dpid.t")


def test_what_is_wrong_with_the_line_that_is_typed_is_in_view(page: Page) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    text.focus()
    page.keyboard.press("Control+Home")
    for _ in range(17):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.type("x")

    expect(page.get_by_role("note")).to_be_in_viewport(ratio=1)
    expect(text.locator(".cm-activeLine")).to_be_in_viewport(ratio=1)


def test_keys_cure_and_go_to_the_next_error(page: Page) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    type_at(page, text, 9, " + YREFF")
    expect(page.get_by_role("note")).to_contain_text("'YREFF' is never defined")
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator(".strip").filter(has_text="Simnon")).to_contain_text("9:16")
    page.keyboard.press("Alt+Enter")

    expect(page.get_by_role("note")).to_have_count(0)
    expect(text).to_contain_text("+ YREF")


def test_saving_and_compiling_give_the_line_of_the_model(page: Page, study: Path) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    type_at(page, text, 15, "0")
    page.keyboard.press("Control+Enter")

    expect_last(page, "SYST tank.t dpid.t regtank.t")
    is_saved(page, "dpid.t")
    assert "GAIN: 10\n" in (study / "dpid.t").read_text()
    expect(page.get_by_role("slider", name="GAIN[DPID]")).to_have_attribute("aria-valuenow", "10")


def test_a_text_with_errors_is_saved_and_leaves_the_model(page: Page, study: Path) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    type_at(page, text, 15, "0 0")
    page.keyboard.press("Control+Enter")

    expect(page.locator(".strip").filter(has_text="Saved, not compiled")).to_be_visible()
    assert "GAIN: 10 0\n" in (study / "dpid.t").read_text()
    expect_lines(page, SYSTEMS, "WEDIT dpid.t")


def test_a_name_is_explained_and_its_definition_opened(page: Page) -> None:
    give(page, SYSTEMS, "PAR TI: 50")
    edit(page, "regtank.t")
    text = edit(page, "dpid.t")
    type_at(page, text, 11, "")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+i")
    expect(page.locator(".explanation")).to_contain_text("TI[DPID] parameter")
    expect(page.locator(".explanation")).to_contain_text("50, 1e+10 in the text")
    page.keyboard.press("F12")
    expect(page.locator(".strip").filter(has_text="Simnon")).to_contain_text("16:1")

    tab_of(page, "regtank.t").click()
    text = text_of(page, "regtank.t")
    text.focus()
    text.locator(".colour-word").first.hover()
    expect(page.locator(".explanation")).to_contain_text("CONNECTING SYSTEM name ... END")
    type_at(page, text, 4, "")
    page.keyboard.press("Home")
    page.keyboard.press("F12")
    expect(text_of(page, "tank.t")).to_be_focused()
    expect_last(page, "WEDIT tank.t")
    expect(page.locator(".strip").filter(has_text="Simnon")).to_contain_text("2:9")


def test_tab_takes_a_completion_and_otherwise_leaves(page: Page) -> None:
    give(page, SYSTEMS)
    text = edit(page, "dpid.t")
    type_at(page, text, 9, "*GAI")
    expect(page.locator(".cm-tooltip").get_by_role("option").first).to_have_text("GAINparameter")
    page.keyboard.press("Tab")
    expect(text).to_contain_text("E = YREF - Y*GAIN")
    expect(page.locator(".cm-tooltip").get_by_role("option")).to_have_count(0)
    page.keyboard.press("Tab")

    expect(text).not_to_be_focused()


def test_a_file_that_someone_else_wrote_is_not_overwritten_unasked(page: Page, study: Path) -> None:
    text = edit(page, "dpid.t")
    type_at(page, text, 1, ", mine")
    file = study / "dpid.t"
    file.write_text(file.read_text() + '" theirs\n')
    page.keyboard.press("Control+s")

    expect(page.get_by_role("alert").filter(has_text="another program")).to_be_visible()
    assert "mine" not in file.read_text()
    page.get_by_role("button", name="Write mine over it").click()
    is_saved(page, "dpid.t")
    assert "theirs" not in file.read_text()

    type_at(page, text, 1, ", again")
    file.write_text(file.read_text() + '" theirs\n')
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Take the file's text").click()
    expect(text).to_contain_text("theirs")
    expect(text).not_to_contain_text("again")


def test_what_is_not_saved_is_there_after_a_reload(page: Page, study: Path) -> None:
    text = edit(page, "dpid.t")
    type_at(page, text, 1, ", mine")
    expect(tab_of(page, "dpid.t")).to_contain_text("●")
    page.reload()

    expect(text_of(page, "dpid.t")).to_contain_text(", mine")
    page.get_by_role("button", name="Take the file's text").click()
    expect(text_of(page, "dpid.t")).not_to_contain_text(", mine")
    is_saved(page, "dpid.t")
    assert "mine" not in (study / "dpid.t").read_text()


def test_a_new_file_is_empty_until_it_is_saved(page: Page, study: Path) -> None:
    give(page, "WEDIT new")
    text = text_of(page, "new.t")
    expect(text).to_contain_text("An empty file")
    text.focus()
    page.keyboard.insert_text("CONTINUOUS SYSTEM new\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n")
    page.keyboard.press("Control+Enter")

    expect_last(page, "SYST new.t")
    assert (study / "new.t").read_text().startswith("CONTINUOUS SYSTEM new\n")


def test_other_languages_have_their_own_colours(page: Page, study: Path) -> None:
    (study / "fhn.ode").write_text((ROOT / "tests" / "corpus" / "xpp" / "fhn.ode").read_text())
    text = edit(page, "fhn.ode")

    expect(text.locator(".colour-word").first).to_have_text("par")
    expect(text.locator(".colour-comment").first).to_contain_text("# FitzHugh")
    expect(page.locator(".strip").filter(has_text="XPP")).to_be_visible()


def test_curves_follow_the_text_and_stay_while_it_is_wrong(page: Page) -> None:
    give(page, SYSTEMS, "SIMU 0 200", "ASHOW H")
    before = lines_of(page)
    text = edit(page, "dpid.t")
    legend = page.locator(".window").filter(has=page.locator("canvas")).first
    page.get_by_role("switch", name="Follow text").click()
    type_at(page, text, 15, "0")
    expect(legend).to_contain_text("H before")
    page.keyboard.type("x")
    expect(page.locator(".banner")).to_contain_text("the last text that compiled")
    expect(legend).to_contain_text("H before")
    expect(page.locator(".stale")).to_be_visible()
    page.get_by_role("switch", name="Follow text").click()

    expect(legend).not_to_contain_text("H before")
    expect(page.locator(".stale")).to_have_count(0)
    expect_lines(page, *before, "WEDIT dpid.t")


def test_a_mistake_in_another_text_is_shown_with_a_way_there(page: Page) -> None:
    give(page, SYSTEMS)
    text = edit(page, "tank.t")
    type_at(page, text, 7, "")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("CONTINUOUS SYSTEM TANK\nSTATE H\nDER DH\nDH = -H\nEND\n")
    page.get_by_role("button", name="Go there").first.click()

    expect(text_of(page, "regtank.t")).to_be_focused()
    expect_last(page, "WEDIT regtank.t")


def test_the_prompt_is_there_beside_the_editor(page: Page) -> None:
    edit(page, "tank.t")
    expect(prompt_of(page)).to_be_visible()


def test_what_one_saves_comes_to_the_editors_of_others_at_once(
    page: Page, server: Served, new_page: Callable[[Served], Page]
) -> None:
    text = edit(page, "tank.t")
    other = new_page(server)
    theirs = text_of(other, "tank.t")
    expect(theirs).to_contain_text("END")
    type_at(page, text, 11, "00")
    page.keyboard.press("Control+s")

    expect(theirs).to_contain_text("QMAX: 100")
    type_at(other, theirs, 12, "1")
    type_at(page, text, 13, "5")
    page.keyboard.press("Control+s")
    expect(other.get_by_role("button", name="Write mine over it")).to_be_visible()
    expect(theirs).to_contain_text("G: 9.811")
