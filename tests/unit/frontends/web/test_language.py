"""What the editor asks about a text: diagnostics, tokens, explanations, completions; nothing is run or changed."""

import shutil
import statistics
import time
from pathlib import Path

import pytest

from simnon.frontends.web.completing import completed_text
from simnon.frontends.web.explaining import explained
from simnon.frontends.web.language import checked
from simnon.frontends.web.messages import Checked, Explained
from simnon.frontends.web.parts import values_part
from simnon.frontends.web.positions import Positions
from simnon.frontends.web.requests import Check, CompleteText, Explain
from simnon.session import Session, Trial, loaded_with
from simnon.source import SimnonError, UserError

TANK = Path(__file__).parents[4] / "examples" / "tank-study"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """The tank is compiled."""
    folder = tmp_path / "study"
    shutil.copytree(TANK, folder)
    found = Session(folder, can_correct=False)
    give(found, "SYST TANK DPID REGTANK")
    return found


def give(session: Session, *lines: str) -> None:
    for line in lines:
        for _ in session.execute(line):
            pass


def text_of(session: Session, file: str) -> str:
    return (session.workspace.folder / file).read_text()


def check(session: Session, file: str, text: str) -> Checked:
    return checked(session, Check(1, file, text, False))


def explain(session: Session, file: str, text: str, word: str) -> Explained:
    return explained(session, Explain(1, file, text, text.index(word) + 1))


def complete(session: Session, file: str, text: str) -> list[str]:
    """At the mark `|`."""
    at = text.index("|")
    found = completed_text(session, CompleteText(1, file, text.replace("|", ""), at))
    return [item.text for item in found.items]


class TestCheck:
    def test_a_text_of_the_model_is_checked_with_the_others(self, session: Session) -> None:
        text = text_of(session, "dpid.t")
        assert check(session, "dpid.t", text).items == ()

        wrong = text.replace("E = YREF", "E = YREFF")
        (item,) = check(session, "dpid.t", wrong).items
        assert (item.severity, item.code, item.file) == ("error", "undefined-name", "dpid.t")
        assert wrong[item.start : item.stop] == "YREFF"
        assert "did you mean 'YREF'?" in item.hint

    def test_a_mistake_that_shows_in_another_text_is_there(self, session: Session) -> None:
        text = text_of(session, "tank.t").replace("INPUT V AOUT", "INPUT V").replace("AOUT*", "")
        found = check(session, "tank.t", text).items
        assert {item.file for item in found if item.severity == "error"} == {"regtank.t"}

    def test_nothing_is_changed(self, session: Session) -> None:
        before = session.workspace.loaded
        check(session, "dpid.t", "nonsense")
        assert session.workspace.loaded is before

    def test_what_a_system_alone_lacks_is_a_note(self, session: Session) -> None:
        text = text_of(session, "tank.t")
        (session.workspace.folder / "other.t").write_text(text)
        found = check(session, "other.t", text).items
        assert {(item.code, item.severity) for item in found} == {("input-not-connected", "note")}

    def test_an_empty_text_and_a_text_of_no_language_say_nothing(self, session: Session) -> None:
        assert check(session, "new.t", "\n\n") == Checked(1, "new.t", (), ())
        assert check(session, "study.txt", "SYST TANK") == Checked(1, "study.txt", (), ())

    def test_other_languages_are_known_by_their_extension(self, session: Session) -> None:
        found = check(session, "new.ode", "par a=1\nx'=-a*x\ninit x=1\ndone\n")
        assert (found.items, found.tokens[:3]) == ((), (0, 3, 1))
        assert [item.severity for item in check(session, "new.ode", "x'=-a*x\ndone\n").items] == ["error"]

    def test_a_macro_is_read_as_one(self, session: Session) -> None:
        text = "MACRO GO\nSIMUL 0 10\nGO\nEND\n"
        (item,) = check(session, "go.t", text).items
        assert (item.code, text[item.start : item.stop], item.hint) == (
            "unknown-command",
            "SIMUL",
            "did you mean SIMU?",
        )
        (item,) = check(session, "go.t", "MACRO GO\nGOTO there\nEND\n").items
        assert item.code == "bad-macro"
        assert check(session, "go.t", "MACRO GO\nSIMU 0 10\nEND\n").tokens[:6] == (0, 5, 1, 9, 4, 1)

    def test_units_are_errors_if_the_user_asked_for_it(self, session: Session) -> None:
        text = text_of(session, "dpid.t").replace("TI: 1E10", "TI: 1E10 [s]").replace("TD: 0", "TD: 0 [m]")
        assert check(session, "dpid.t", text).items == ()
        give(session, "SWITCH UNITS ON")
        assert any(item.severity == "error" for item in check(session, "dpid.t", text).items)

    def test_places_are_those_of_the_browser(self, session: Session) -> None:
        text = '" 😀😀\n' + text_of(session, "dpid.t").replace("E = YREF", "E = YREFF")
        (item,) = check(session, "dpid.t", text).items
        assert item.start == text.index("YREFF") + 2
        assert item.stop - item.start == len("YREFF")

    def test_a_file_outside_the_folder_is_refused(self, session: Session) -> None:
        with pytest.raises(UserError):
            check(session, "../other.t", "")

    @pytest.mark.parametrize("text", ["(" * 5000, "x" * 100_000, "\0", "CONTINUOUS SYSTEM", "MACRO", "END\n" * 1000])
    def test_any_text_has_an_answer(self, session: Session, text: str) -> None:
        for file in ("dpid.t", "new.t", "new.ode", "new.csl"):
            check(session, file, text)

    def test_it_keeps_up_with_typing(self, session: Session) -> None:
        """A slow machine with others on it takes some ten times the 4 to 10 ms of a quiet one."""
        text = text_of(session, "dpid.t")
        seconds = []
        for number in range(10):
            start = time.perf_counter()
            check(session, "dpid.t", text.replace("GAIN: 1", f"GAIN: {number}"))
            seconds.append(time.perf_counter() - start)
        assert statistics.median(seconds) < 0.5


class TestExplain:
    def test_a_name_has_its_role_value_and_place(self, session: Session) -> None:
        give(session, "PAR TI: 50")
        text = text_of(session, "dpid.t")
        found = explain(session, "dpid.t", text, "TI*E")
        assert found.text == "TI[DPID]  parameter\n50, 1e+10 in the text"
        assert (found.file, text[found.definition :][:3]) == ("dpid.t", "TI:")

    def test_a_name_of_another_system_is_found_in_its_file(self, session: Session) -> None:
        found = explain(session, "regtank.t", text_of(session, "regtank.t"), "AOUT")
        assert found.text.startswith("AOUT[TANK]  input\nopening asked of the valve, area of the hole")
        assert (found.file, text_of(session, "tank.t")[found.definition :][:4]) == ("tank.t", "AOUT")

    def test_a_place_is_that_in_the_text_as_it_is_typed(self, session: Session) -> None:
        text = '" one more line\n' + text_of(session, "dpid.t")
        found = explain(session, "dpid.t", text, "TI*E")
        assert text[found.definition :][:3] == "TI:"

    def test_a_name_that_is_only_in_the_text_is_explained_from_it(self, session: Session) -> None:
        text = 'CONTINUOUS SYSTEM s\nSTATE x [m] " place\nDER dx\ndx = -k*x\nk: 2 [1/s]\nRANGE k: 0..5\nEND\n'
        assert explain(session, "new.t", text, "x [m]").text == "x  state, m\nplace"
        assert explain(session, "new.t", text, "k*x").text == "k  parameter, 1/s\n2 1/s\nRANGE 0..5"

    def test_words_functions_systems_and_types_are_explained(self, session: Session) -> None:
        text = text_of(session, "regtank.t")
        assert explain(session, "regtank.t", text, "IF T").text.startswith("IF\nIF chooses")
        assert explain(session, "regtank.t", text, "TANK]").file == "tank.t"
        new = "CONNECTING SYSTEM s\nSYSTEM r: electrical.resistor\nu = SQRT(2)\nEND\n"
        assert "electrical.resistor" in explain(session, "new.t", new, "resistor").text
        assert explain(session, "new.t", new, "SQRT").text == "SQRT  function"

    def test_a_comment_is_not_explained(self, session: Session) -> None:
        text = text_of(session, "tank.t")
        assert explain(session, "tank.t", text, "level").text == ""
        assert explain(session, "tank.t", text.replace('" level', '" H'), '" H').text == ""

    def test_a_command_of_a_macro_has_its_usage(self, session: Session) -> None:
        assert explain(session, "go.t", "MACRO GO\nSIMU 0 1\nEND\n", "SIMU").text.startswith("SIMU [start stop")

    def test_nothing_is_known_of_a_number_or_beyond_the_end(self, session: Session) -> None:
        assert explained(session, Explain(1, "new.t", "1 + 2", 0)) == Explained(1, "", "", -1)
        assert explained(session, Explain(1, "new.t", "", 10)) == Explained(1, "", "", -1)


class TestComplete:
    def test_names_of_the_system_come_first(self, session: Session) -> None:
        text = text_of(session, "dpid.t").replace("NYOLD = Y", "NYOLD = Y|")
        assert complete(session, "dpid.t", text)[:2] == ["YREF", "YOLD"]

    def test_words_stand_at_the_beginning_and_functions_inside(self, session: Session) -> None:
        text = "CONTINUOUS SYSTEM s\nST|\nEND\n"
        assert "STATE" in complete(session, "new.t", text)
        assert "SQRT" in complete(session, "new.t", text.replace("ST|", "u = SQ|"))
        assert "STATE" not in complete(session, "new.t", text.replace("ST|", "u = ST|"))

    def test_a_connecting_system_joins_names_of_others(self, session: Session) -> None:
        text = text_of(session, "regtank.t").replace("Y[DPID] =", "Q|\nY[DPID] =")
        assert "QIN[TANK]" in complete(session, "regtank.t", text)
        text = text_of(session, "regtank.t").replace("U[DPID]", "U[D|")
        assert complete(session, "regtank.t", text) == ["DPID"]

    def test_a_macro_is_completed_as_the_prompt_is(self, session: Session) -> None:
        assert "SIMU" in complete(session, "go.t", "MACRO GO\nSIM|\nEND\n")

    def test_a_comment_is_left_alone(self, session: Session) -> None:
        assert complete(session, "dpid.t", 'DISCRETE SYSTEM DPID " st|\n') == []


class TestFollow:
    def test_a_text_is_tried_with_the_values_that_still_apply(self, session: Session) -> None:
        give(session, "PAR TI: 50", "PAR AREA: 5", "SIMU 0 200", "ASHOW H")
        path = session.workspace.folder / "tank.t"
        text = path.read_text().replace("AREA: 10", "SIZE: 10").replace("/AREA", "/SIZE")
        tried = Trial(session.workspace, {}, {}, loaded_with(session.workspace, path, text)).run()
        assert tried is not None
        before = session.workspace.page.figure.areas[0].curves[0]
        after = tried.figures[""].areas[0].curves[0]
        assert after.y[-1] != before.y[-1]
        assert session.workspace.given.parameters == {"TI[DPID]": 50.0, "AREA[TANK]": 5.0}

    def test_a_wrong_text_and_one_of_another_model_are_refused(self, session: Session) -> None:
        folder = session.workspace.folder
        with pytest.raises(SimnonError, match="YREFF"):
            loaded_with(session.workspace, folder / "dpid.t", text_of(session, "dpid.t").replace("YREF -", "YREFF -"))
        with pytest.raises(UserError, match="not part of the model"):
            loaded_with(session.workspace, folder / "other.t", "")

    def test_a_text_that_runs_other_code_is_not_followed(self, session: Session) -> None:
        folder = session.workspace.folder
        (folder / "gain.py").write_text("def gain(x):\n    open('ran', 'w')\n    return x\n")
        text = text_of(session, "dpid.t").replace("TIME T", "TIME T\nFUNCTION gain(x) FROM 'gain.py'")
        text = text.replace("E = YREF - Y", "E = gain(YREF - Y)")
        with pytest.raises(UserError, match="runs code"):
            loaded_with(session.workspace, folder / "dpid.t", text)
        assert not (folder / "ran").exists()


def test_values_have_the_comment_beside_their_declaration(session: Session) -> None:
    descriptions = {item.full_name: item.description for item in values_part(session).items}
    assert descriptions["H[TANK]"] == "level"
    assert descriptions["TI[DPID]"] == ""


def test_positions_of_wide_letters_count_twice_in_the_browser() -> None:
    positions = Positions("a😀b😀c")
    assert [positions.to_browser(i) for i in range(6)] == [0, 1, 3, 4, 6, 7]
    assert [positions.from_browser(i) for i in (0, 1, 3, 4, 6, 7)] == [0, 1, 2, 3, 4, 5]
    assert Positions("plain").to_browser(3) == 3
