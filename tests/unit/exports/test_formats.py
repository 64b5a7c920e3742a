"""The table of formats, `simnon export`, `simnon convert --to` and EXPORT in a session."""

from pathlib import Path

import pytest

import simnon
from simnon.exports import FORMATS, format_of
from simnon.frontends.command_line import _FORMATS, main
from simnon.session import Session

EXAMPLES = Path(__file__).parents[3] / "examples"
REGULATOR = str(EXAMPLES / "regulator.t")


def test_the_extension_decides_the_format() -> None:
    assert {each.extension: format_of(Path(f"a{each.extension}")) for each in FORMATS.values()} == {
        each.extension: each for each in FORMATS.values()
    }
    assert format_of(Path("a.csv")) is None


def test_the_command_line_lists_every_format() -> None:
    assert tuple(FORMATS) == _FORMATS


def test_convert_lists_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["convert", "--help"])
    shown = capsys.readouterr().out

    assert all(name in shown for name in ("simnon", *FORMATS))


def test_convert_writes_what_is_not_a_text_to_the_named_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "pi.c"

    assert main(["convert", REGULATOR, "--to", "c"]) == 1
    assert "name the file with -o" in capsys.readouterr().err
    assert main(["convert", REGULATOR, "--to", "c", "-o", str(target)]) == 0
    assert "regulator_step" in target.read_text()


def test_what_a_format_cannot_express_is_a_comment_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", str(EXAMPLES / "ball.t"), "--c", "-o", str(tmp_path / "ball.c")]

    assert main(words) == 1
    assert "ball.t:9: C code has no WHEN" in capsys.readouterr().err
    assert main([*words, "--comments"]) == 0
    assert " * Not in this code: ball.t:9: WHEN h < 0\n" in (tmp_path / "ball.c").read_text()


def test_export_writes_latex_and_the_protocol_of_tests_on_a_processor(tmp_path: Path) -> None:
    assert main(["export", REGULATOR, "--latex", "-o", str(tmp_path / "r.tex")]) == 0
    assert main(["export", REGULATOR, "--c", "--pil", "-o", str(tmp_path / "r.c")]) == 0
    assert '#include "r.h"' in (tmp_path / "r_pil.h").read_text()


def test_export_writes_c_code_and_its_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "pi.c"

    assert main(["export", REGULATOR, "--c", "-o", str(target)]) == 0
    assert capsys.readouterr().out.split() == [str(target), str(target.with_suffix(".h"))]
    assert '#include "pi.h"' in target.read_text()


def test_export_in_fixed_point_needs_the_ranges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "pi.c"
    words = ["export", REGULATOR, "--number", "fixed", "-o", str(target)]

    assert main(words) == 1
    assert "error[no-range]: the range of the input 'y' is not known" in capsys.readouterr().err
    assert main([*words, "--range", "y=0..4", "--range", "yref=0..4"]) == 0
    assert "int32_t u; /* Q" in target.with_suffix(".h").read_text()


def test_a_format_that_is_not_given_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", REGULATOR]) == 1
    assert "the format is not given" in capsys.readouterr().err


def test_a_range_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", REGULATOR, "--number", "fixed", "-o", str(tmp_path / "pi.c"), "--range", "y=wide"]

    assert main(words) == 1
    assert "'y=wide' is not a range" in capsys.readouterr().err


def test_convert_prints_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(EXAMPLES / "vdpol.t"), "--to", "modelica"]) == 0
    assert capsys.readouterr().out.startswith("model vdpol ")


def test_export_in_a_session_writes_the_model_by_its_extension(tmp_path: Path) -> None:
    (tmp_path / "vdpol.t").write_text((EXAMPLES / "vdpol.t").read_text())
    session = Session(tmp_path)
    for line in ("SYST vdpol", "EXPORT oscillator.mo", "EXPORT oscillator.c -FLOAT"):
        for outcome in session.execute(line):
            assert "Failed" not in type(outcome).__name__, outcome

    assert (tmp_path / "oscillator.mo").read_text().startswith("model vdpol ")
    assert "void vdpol_step(vdpol_t *self, float h);" in (tmp_path / "oscillator.h").read_text()


def test_an_input_without_a_value_stays_open_only_if_asked() -> None:
    with pytest.raises(simnon.SimnonError, match="never connected"):
        simnon.load(REGULATOR)
    model = simnon.load(REGULATOR, open_inputs=True)

    assert model.parameters["y"] == 0.0
    assert [v.name for v in model.variables if v.is_free_input] == ["y", "yref"]
