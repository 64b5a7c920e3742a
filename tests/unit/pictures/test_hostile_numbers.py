"""Numbers that no page has: whatever an expression gives, a picture is drawn, or reports what cannot be meant."""

import random
from pathlib import Path as FilePath

import numpy as np
import pytest

from simnon.graphics import scene_text, write_scene
from simnon.graphics.scenes import scene_json
from simnon.pictures import OPERATIONS, Body, Label, Moments, Oval, Path, Scene, read_picture, stage
from simnon.pictures.operations import Kind, Operation
from simnon.source import Report, Source, UserError
from tests.seeds import seeds

TIMES = np.array([0.0, 1.0, 2.0, 3.0])
COLUMNS: dict[str, float | np.ndarray] = {
    "h": np.array([0.0, 1.0, 0.5, -1.0]),
    "gaps": np.array([0.0, np.nan, 1.0, 2.0]),
    "huge": np.array([1e300, -1e300, 1e308, 0.0]),
    "endless": np.array([np.inf, -np.inf, 0.0, 1.0]),
    "k": 1.0,
    "none": float("nan"),
    "zero": 0.0,
}
NUMBERS = (*COLUMNS, "1", "-1", "0", "1e300", "-1e300", "1e-300", "h/zero", "huge*huge", "3", "1e9", "t")
COLOURS = ("red", "c1", "heat(gaps, 0, 1)", "heat(h, 1e300, -1e300)", "IF gaps > 0 THEN red ELSE c2")
PIECES = ("'text'", "h:2", "gaps:3", "huge", "endless")


def column_of(name: str) -> float | np.ndarray:
    if name.casefold() == "t":
        return TIMES
    if name.casefold() not in COLUMNS:
        raise UserError("unknown-variable", f"there is no variable '{name}'")
    return COLUMNS[name.casefold()]


def staged(*lines: str) -> tuple[Scene, Report]:
    report = Report()
    text = "\n".join(("PICTURE SYSTEM hostile", *lines, "END"))
    picture = read_picture(Source("hostile.picture", text), report)
    return stage(picture, Moments(TIMES, column_of, "s"), report), report


def random_line(choose: random.Random, operation: Operation) -> str:
    given: list[str] = []
    for each in operation.parameters:
        if each.is_optional and choose.random() < 0.5:
            break
        words = {
            Kind.NUMBER: NUMBERS,
            Kind.TEXT: ("'x'", "''", "'PAR k: 1'"),
            Kind.WORD: ("k", "part", "list", "picture", "LEFT"),
            Kind.COLOUR: COLOURS,
            Kind.PIECE: PIECES,
        }[each.kind]
        given += [choose.choice(words) for _ in range(2 * choose.randint(1, 3) if each.is_repeated else 1)]
    return f"{operation.name.upper()} {', '.join(given)}"


@pytest.mark.parametrize("seed", seeds(range(20), 2))
def test_any_operation_with_any_numbers_is_drawn_on_every_surface(seed: int, tmp_path: FilePath) -> None:
    choose = random.Random(seed)  # noqa: S311
    before = ["LIMITS 0, 0, 10, 5"] if choose.random() < 0.5 else ["LIMITS -1e300, -1e300, 1e300, 1e300"]
    before += ["OPEN part", "CIRCLE 0, 0, gaps", "CLOSE", "NEWMENU list, 'list'"]
    for operation in OPERATIONS.values():
        if operation.name in ("open", "close", "popmatrix", "popmarker", "limits"):
            continue
        scene, report = staged(*before, random_line(choose, operation))
        if report.has_errors:
            continue
        for moment in (0, 1):
            scene_text(scene, moment)
            for file in ("a.svg", "a.png", "a.pdf"):
                write_scene(tmp_path / file, scene, moment=moment, width=120, force=True)
            text = (tmp_path / "a.svg").read_text("utf-8")
            assert "nan" not in text
            assert "inf" not in text
        scene_json(scene)


def test_far_away_is_far_away_and_nothing_is_nowhere() -> None:
    scene, report = staged(
        "LIMITS 0, 0, 10, 5", "CIRCLE huge, 1, 1", "RECTANGLE 0, 0, gaps, 1", "DRAWSTRING 1, 1, huge"
    )

    oval, path, label = scene.shapes
    assert not report.has_errors
    assert isinstance(oval, Oval)
    assert np.asarray(oval.x).tolist() == pytest.approx([1e6, -1e6, 1e6, 0.0])
    assert isinstance(path, Path)
    assert np.isnan(path.x[1]).any()
    assert np.isfinite(path.x[[0, 2, 3]]).all()
    assert isinstance(label, Label)


def test_a_matrix_that_is_not_finite_at_one_moment_leaves_the_others() -> None:
    scene, _ = staged("LIMITS 0, 0, 10, 5", "SCALE gaps", "FILLCIRCLE 1, 1, 1")

    (oval,) = scene.shapes
    assert isinstance(oval, Oval)
    assert np.isnan(np.asarray(oval.across)).tolist() == [False, True, False, False]


def test_a_body_that_a_run_throws_away_has_numbers_for_a_graphics_card() -> None:
    scene, _ = staged("TRANSLATE huge, 0, 0", "SPHERE 1")

    (body,) = scene.shapes
    assert isinstance(body, Body)
    assert np.abs(body.matrix).max() <= 1e30
    assert np.isfinite(body.matrix.astype(np.float32)).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SEVENSEGMENT 1, 1, 1, h, none", "'digits' of SEVENSEGMENT is not a finite number"),
        ("SLIDER 0, 0, none, 1, k, 0, 1", "'x2' of SLIDER is not a finite number"),
        ("GAUGE 1, 1, 1, h, -1e308, 1e308", "low and high are too far apart"),
        ("SETLINEWIDTH 1, -3", "a dash must be positive"),
        ("SETLINEWIDTH 1, h", "'dash' of SETLINEWIDTH cannot change"),
    ],
)
def test_what_cannot_be_meant_is_reported(line: str, message: str) -> None:
    _, report = staged(line)

    assert [each.message for each in report.diagnostics] == [message]


def test_dashes_too_fine_to_be_seen_are_a_line() -> None:
    scene, report = staged("LIMITS 0, 0, 10, 5", "SETLINEWIDTH 1, 1e-300", "MOVE 0, 0", "DRAW 10, 5")

    assert not report.has_errors
    assert max(scene_text(scene, 0)) > chr(0x2800)


def test_a_variable_that_is_unknown_is_reported_and_nothing_breaks() -> None:
    """The axes of its circle are those of no matrix at all."""
    _, report = staged("SCALE unknown", "FILLCIRCLE 0, 0, 1")

    assert [each.message for each in report.diagnostics] == ["there is no variable 'unknown'"]


@pytest.mark.parametrize("word", ["FRAME deep", "FOR k = 1..1", "IF h > 0"])
def test_blocks_nested_too_deeply_are_reported_once(word: str) -> None:
    report = Report()
    text = "\n".join(("PICTURE SYSTEM deep", *[word] * 2000, *["END"] * 2000, "END"))
    read_picture(Source("deep.picture", text), report)

    assert [(each.code, each.span.line if each.span else 0) for each in report.diagnostics] == [
        ("nesting-too-deep", 51)
    ]
