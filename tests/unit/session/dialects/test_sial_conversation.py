"""The conversation of SIAL/74: what it asks, what it refuses, and what it leaves unchanged."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.frontends import main
from simnon.session import Failed, PageDrawn, RunEnded, Session
from simnon.session.workspace import EntryKind
from tests.examples import examples
from tests.unit.session.sessions import give, output_of

CORPUS = Path(__file__).parents[3] / "corpus" / "sial"
FIRST_TABLE = """GRAVITACION
TIEMPO
          5          11          4
.0000  3.160E-01  1.571E00  -1.471E00
.0200  2.856E-01  1.571E00  -1.581E00
.0400  2.527E-01  1.571E00  -1.719E00
.0600  2.167E-01  1.571E00  -1.899E00
.0800  1.764E-01  1.571E00  -2.157E00
.1000  1.297E-01  1.571E00  -2.583E00
.1200  7.026E-02  1.571E00  -3.610E00
SCALE FACTOR FOR ABSCISSA 1E-7"""
BEFORE_TABLE = {
    1: ["TM←.13"],
    2: ["P[1]←.158"],
    3: ["P[1]←.316", "TM←1", "II←.05"],
    4: ["P[1]←.25", "CI[1]←.5", "II←.1", "TM←2"],
}
LINES = [
    *("COMPILAR", "YES", "NO", "GRAVITACION", "SHORT", "CONST 1", "1 SUM 2", "//", "TM←1", "Δ←.5", "", "LISTAR FUENTE"),
    *("X←CAMBIAR FUENTE", "CAMBIAR GRAVITACION", "0", "3", "¯1", "  //", "EJEC POI", "EJEC PO", "'F'DEF PO", "F"),
    *("P[1]←1", "P[1]", "CI[1]←2", "I←1", "I←0", "PLOT←1 0", "INTEG←VARIABLE", "INTEG←RECT", "IDIOMA INGLES", "é\0"),
]
SHORT = ("COMPILAR", "YES", "SHORT")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "GRAVITACION.sial").write_text((CORPUS / "gravitacion.sial").read_text("utf-8"), "utf-8")
    return Session(tmp_path, dialect="sial")


@pytest.fixture
def compiled(session: Session) -> Session:
    assert failures(session, "COMPILAR", "NO", "GRAVITACION", "'GRAV'DEF PO") == []
    return session


def failures(session: Session, *lines: str) -> list[str]:
    """The codes of the errors, in order."""
    found = [outcome for outcome in give(session, *lines) if isinstance(outcome, Failed)]
    return [code for each in found for code in ([d.code for d in each.diagnostics] or [each.code])]


def test_the_first_table_is_the_printed_one_character_for_character(compiled: Session) -> None:
    assert output_of(compiled, "EJEC POI", "TM←.13", "GRAV") == FIRST_TABLE


def test_the_four_tables_are_printed_in_sequence(compiled: Session) -> None:
    for number, lines in BEFORE_TABLE.items():
        shown = output_of(compiled, "EJEC POI", *lines, "GRAV").splitlines()

        printed = (CORPUS / f"gravitacion_{number}.csv").read_text("utf-8").splitlines()[2:]
        assert [row.split() for row in shown[3 : 3 + len(printed)]] == [row.split(",") for row in printed]


def test_the_plot_is_that_of_the_program(compiled: Session) -> None:
    (drawn,) = [outcome for outcome in give(compiled, "GRAV") if isinstance(outcome, PageDrawn)]

    (area,) = drawn.figure.areas
    assert ([curve.label for curve in area.curves], area.horizontal.label) == (["Z15"], "Z14")


def test_a_bad_line_is_asked_for_again(session: Session) -> None:
    give(session, *SHORT)

    assert failures(session, "RAMP 1") == ["unreadable-line"]
    assert session.prompt == "[1] "
    assert failures(session, "RAMPA 1") == []
    assert session.prompt == "[2] "


def test_a_block_can_be_defined_later_but_must_be_defined(session: Session) -> None:
    give(session, *SHORT, "1 SUM 2")

    assert failures(session, "//") == ["undefined-name"]
    assert output_of(session, "CONST 1", "//") == "//"
    assert session.prompt == "[1] "


def test_a_program_ends_when_its_data_are_complete(session: Session) -> None:
    give(session, *SHORT, "CONST 1", "//", "TM←1")

    assert failures(session, "") == ["missing-datum"]
    assert failures(session, "I←2", "DELTA←0", "DELTA←.5") == ["undefined-name", "number-expected"]
    assert failures(session, "") == []
    assert session.prompt == "     "
    assert (session.workspace.folder / "FUENTE.sial").read_text("utf-8") == "SHORT\nCONST 1\n//\nTM←1\nDELTA←.5\n"
    assert output_of(session, "EJEC PO").splitlines()[3:] == [".0000  1.000E00", ".5000  1.000E00", "1.0000  1.000E00"]


def test_a_title_is_needed(session: Session) -> None:
    assert output_of(session, "COMPILAR", "YES", "", "⍝ A", "[1] B").count("a program begins with its title") == 3
    assert session.prompt == "TITLE:"
    session.abandon()
    assert "a program begins" in output_of(session, "X←CAMBIAR GRAVITACION", "0", "/" * 11, "", "¯1")
    assert output_of(session, "LISTAR X").startswith("[0]  GRAVITACION\n")


def test_comments_have_no_numbers(session: Session) -> None:
    give(session, *SHORT, "* A COMMENT", "CONST 1")
    assert session.prompt == "[2] "

    assert failures(session, "//", "⍝ DATA", "TM←1", "", "DELTA←1", "") == ["missing-datum"]
    assert output_of(session, "LISTAR FUENTE").splitlines()[1:4] == ["     * A COMMENT", "[1]  CONST 1", "[2]  //"]
    assert output_of(session, "CAMBIAR FUENTE", "1", "      /", "2", "¯1").splitlines()[-5] == "[1]  CONST 2"


def test_an_invalid_answer_is_asked_for_again(session: Session) -> None:
    assert output_of(session, "COMPILAR", "PERHAPS") == "INTERACTIVE COMPILATION?\nINTERACTIVE COMPILATION?"
    assert output_of(session, "SI") == "SIAL→APL COMPILATION"


def test_the_conversation_can_be_left(session: Session) -> None:
    give(session, "COMPILAR", "YES")
    assert session.is_typing

    session.abandon()

    assert (session.is_typing, session.prompt) == (False, "     ")


def test_all_errors_of_a_program_are_reported_and_the_previous_one_is_kept(compiled: Session) -> None:
    text = "WRONG\nSUN 1\nMULT 1\n//\nTM←1\n"
    (compiled.workspace.folder / "WRONG.sial").write_text(text, "utf-8")

    found = failures(compiled, "COMPILAR", "NO", "WRONG")

    assert found == ["unreadable-line", "wrong-arguments", "missing-datum"]
    assert compiled.prompt == "     "
    assert output_of(compiled, "EJEC POI", "TM←.13", "GRAV") == FIRST_TABLE


def test_a_missing_program_is_an_error(session: Session) -> None:
    assert failures(session, "LISTAR GRAVITACIO") == ["file-not-found"]
    assert failures(session, "COMPILAR", "NO", "") == ["file-not-found"]
    assert session.prompt == "     "


def test_the_conversation_is_in_spanish_too(session: Session) -> None:
    asked = output_of(session, "IDIOMA ESPAÑOL", "COMPILAR", "NO")

    assert asked == "DESEA COMPILACION INTERACTIVA?\nQUE PROGRAMA DESEA COMPILAR?\n⎕:"
    assert output_of(session, "GRAVITACION").endswith("[22] PLOT←15 14\nCOMPILACION SIAL→APL")
    assert failures(session, "IDIOMA LATIN") == ["bad-command"]


def test_changes_go_where_the_slashes_are_or_to_the_end(session: Session) -> None:
    give(session, "NEU←CAMBIAR GRAVITACION", "0", "/   /", "X", "13", "", " *END", "15", "/" * 12, "", "¯1")

    lines = output_of(session, "LISTAR NEU").splitlines()

    assert lines[0] == "[0]  XRAVTACION"
    assert lines[13] == "[13] COS 11 *END"
    assert lines[15] == "[15] //"
    assert output_of(session, "LISTAR GRAVITACION").startswith("[0]  GRAVITACION")


def test_changes_that_are_not_assigned_are_shown(session: Session) -> None:
    shown = output_of(session, "CAMBIAR GRAVITACION", "99", "0", "x", "", " 2", "-1").splitlines()

    assert shown[0] == "instructions are numbered 0 to 22; ¯1 ends"
    assert "only slashes" in shown[2]
    assert shown[4] == "[0]  GRAVITACION 2"


def test_data_are_changed_shown_and_restored(compiled: Session) -> None:
    assert output_of(compiled, "P[1]←¯2.5", "P[1]", "CI[2]", "EJEC POI", "P[1]") == "¯2.5\n0.316\n0"
    assert failures(compiled, "P[2]←1") == ["unknown-variable"]
    assert failures(compiled, "P[2]") == ["unknown-parameter"]
    assert failures(compiled, "TM←0") == ["number-expected"]
    assert failures(compiled, "INTEG←SIMPSON") == ["unreadable-line"]
    assert failures(compiled, "I←16") == ["undefined-name"]


def test_a_changed_method_interval_and_list_apply_to_the_runs_that_follow(compiled: Session) -> None:
    shown = output_of(compiled, "INTEG←RUNGE", "Δ←.01", "TM←.02", "I←1 5", "PLOT←5 0", "EJEC PO").splitlines()

    assert shown[2:] == ["          1          5", ".0000  1.000E00  3.160E-01", ".0200  1.000E00  2.855E-01"]
    assert compiled.workspace.run_named("").statistics.method == "rk4"


def test_nothing_can_be_done_without_a_program(session: Session) -> None:
    assert failures(session, "EJEC POI", "'F'DEF PO", "TM←1", "P[1]←1") == ["no-model"] * 4


def test_a_name_belongs_to_its_program(compiled: Session) -> None:
    give(compiled, *SHORT, "CONST 1", "//", "TM←1", "Δ←1", "")

    assert failures(compiled, "GRAV") == ["no-model"]


def test_a_run_that_fin_ends_reports_it(session: Session) -> None:
    give(session, *SHORT, "TIEMPO", "ESCLN .5", "FIN 2", "//", "TM←1", "Δ←.25", "")

    (ended,) = [outcome for outcome in give(session, "EJEC PO") if isinstance(outcome, RunEnded)]

    assert (ended.stop.message, ended.stop.time) == ("FIN, block 3", 0.5)


def test_other_lines_are_those_of_the_session_and_the_journal_has_them_all(compiled: Session) -> None:
    assert failures(compiled, "⍝ A COMMENT", "* ANOTHER", "", "DISP", "GRAV") == []
    assert failures(compiled, "NONSENSE") == ["unknown-command"]

    lines = [entry.line for entry in compiled.workspace.journal if entry.kind is not EntryKind.FAILED]
    assert lines == [
        "SYST GRAVITACION.sial",
        "DISP",
        "ALGOR euler 0.001",
        "SIMU 0 0.3 0.02",
        "ASHOW Z15 (Z14)",
    ]
    replayed = Session(compiled.workspace.folder)
    assert failures(replayed, *lines) == []


def test_off_ends(session: Session) -> None:
    give(session, ")OFF")

    assert session.is_over


def test_the_command_line_has_dialects(
    session: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(session.workspace.folder)

    assert main(["--as", "sial", "-c", "COMPILAR; NO; GRAVITACION; TM←.13; EJEC PO"]) == 0
    assert capsys.readouterr().out.endswith(FIRST_TABLE + "\n")
    assert main(["--as", "sail", "-c", "COMPILAR"]) == 1
    assert "did you mean 'sial'?" in capsys.readouterr().err
    assert main(["--as", "sial", "-c", "COMPILAR"]) == 1


@given(st.lists(st.sampled_from(LINES), max_size=40))
@examples(60)
def test_the_prompt_returns_whatever_is_typed(lines: list[str]) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "GRAVITACION.sial").write_text((CORPUS / "gravitacion.sial").read_text("utf-8"), "utf-8")
        session = Session(Path(folder), dialect="sial")
        give(session, *lines)

        session.abandon()
        assert session.prompt == "     "


def test_commands_are_explained_when_they_are_allowed(session: Session) -> None:
    assert session.dialect is not None
    assert list(session.dialect.usages) == ["COMPILAR", "LISTAR", "CAMBIAR", "EJEC", "DEF", "IDIOMA"]

    give(session, "COMPILAR")

    assert session.dialect.usages == {}


@pytest.mark.parametrize("arrow", ["←", "<-"])
def test_a_datum_counts_for_simu_too(compiled: Session, arrow: str) -> None:
    assert failures(compiled, f"TM{arrow}.1", f"II{arrow}.02", "SIMU") == []

    assert compiled.workspace.runs[""].t.tolist() == pytest.approx([0.0, 0.02, 0.04, 0.06, 0.08, 0.1])
