"""INCLUDE: the statements of a file in place of the line, with messages that point into the file."""

from pathlib import Path

import pytest

import simnon

MAIN = "MODEL tank\n  INCLUDE 'flows.csl'\n  x = INTEG(-q*x, 3.0)\nEND\n"


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.csl").write_text(text)
    return folder / "main.csl"


def test_the_statements_of_the_file_are_read_in_place(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN, flows='CONSTANT a = 1.5\nINCLUDE "more.csl"\n', more="q = 2.0*a")

    assert simnon.load(main).simulate(0, 1).final["x"] == pytest.approx(3.0 * 2.718281828459045**-3, rel=1e-5)


@pytest.mark.parametrize(
    ("flows", "code", "place"),
    [
        ("q = 1.0\nr = 2.0 +\n", "expression-expected", "flows.csl:2:10"),
        ("q = 1.0\nINCLUDE 'absent.csl'\n", "file-not-found", "flows.csl:2:1"),
        (f"q = 1.0\nINCLUDE '{'long' * 100}'\n", "file-not-found", "flows.csl:2:1"),
        ("q = 1.0\nINCLUDE '../other.csl'\n", "outside-folder", "flows.csl:2:1"),
        ("q = 1.0\nINCLUDE flows\n", "unreadable-line", "flows.csl:2:1"),
        ("q = 1.0\nINCLUDE 'flows.csl'\n", "nesting-too-deep", "flows.csl:2:1"),
    ],
)
def test_a_message_points_into_the_file(tmp_path: Path, flows: str, code: str, place: str) -> None:
    main = write(tmp_path, main=MAIN, flows=flows)

    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(main)

    assert f"error[{code}]" in str(caught.value)
    assert place in str(caught.value)
