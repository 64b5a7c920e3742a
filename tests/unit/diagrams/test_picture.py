"""Pictures: everything is inside, levels open boxes, and equations are typeset."""

from pathlib import Path

import pytest

from simnon.compiler import gather_systems
from simnon.diagrams import TEXT_SIZE, Node, Scene, draw_scene, graph_of, scene_of
from simnon.diagrams.typeset import short_name
from simnon.graphics import DARK, LIGHT, Fill, Lettering, Stroke, Text, svg_of, write_drawing
from simnon.model import Name, Step
from simnon.source import Report, Source, UserError, read_source

ROOT = Path(__file__).parents[3]


def example(name: str) -> Scene:
    source = read_source(ROOT / "examples" / name, Report())
    assert source is not None
    return scene_of(gather_systems([source], Report())[0])


def words(scene: Scene, level: int) -> set[str]:
    return {part.words for part in draw_scene(scene, level)[0] if isinstance(part, Text)}


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "examples").glob("*.t")))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_everything_is_inside_the_picture(name: str, level: int) -> None:
    drawing, (width, height) = draw_scene(example(name), level)

    for part in drawing:
        if isinstance(part, Stroke | Fill):
            assert part.x.min() >= 0
            assert part.y.min() >= 0
            assert part.x.max() <= width
            assert part.y.max() <= height


def test_each_level_opens_boxes() -> None:
    scene = example("column.t")

    assert "reboiler" not in words(scene, 1)
    assert {"reboiler", "[1..n]"} <= words(scene, 2)
    assert "holdup" not in words(scene, 2)
    assert {"holdup", "α", "tray[1..n]"} <= words(scene, 3)


def test_equations_are_typeset() -> None:
    drawing, _ = draw_scene(example("tank.t"))
    italic = {part.words for part in drawing if isinstance(part, Text) and part.lettering is Lettering.ITALIC}
    small = {part.words for part in drawing if isinstance(part, Text) and part.size is not None and part.size < 12}

    assert {"level", "outflow", "g"} <= italic
    assert "max" in small


def test_names_are_shortened_by_a_rule() -> None:
    assert short_name(Name("alpha")) == ("α", "")
    assert short_name(Name("T_in")) == ("T", "in")
    assert short_name(Name("x12")) == ("x", "12")
    assert short_name(Name("flow", path=(Step("from_above"),))) == ("flow", "from_above")
    assert short_name(Name("_1")) == ("_1", "")


def test_an_algebraic_loop_has_a_colour_of_its_own() -> None:
    nodes = [Node("a", ("a",), ("b",), "a = b"), Node("b", ("b",), ("a",), "b = a"), Node("c", ("c",), ("b",), "c = b")]
    graph = graph_of("loop", nodes)
    drawing, size = draw_scene(Scene("loop", {"loop": graph}))

    assert svg_of(drawing, *size, TEXT_SIZE).count("#A8321A") == 2


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
@pytest.mark.parametrize("is_dark", [False, True])
def test_a_picture_is_written_in_every_type(tmp_path: Path, suffix: str, is_dark: bool) -> None:
    drawing, size = draw_scene(example("counter.t"), 2, DARK if is_dark else LIGHT)
    path = tmp_path / f"picture{suffix}"

    write_drawing(path, drawing, size, TEXT_SIZE, dark=is_dark)

    head = {".svg": b"<svg", ".pdf": b"%PDF-1.4", ".png": b"\x89PNG"}[suffix]
    assert path.read_bytes().startswith(head)


def test_a_pdf_has_the_fonts_that_it_uses(tmp_path: Path) -> None:
    drawing, size = draw_scene(example("tank.t"))
    write_drawing(tmp_path / "a.pdf", drawing, size, TEXT_SIZE)
    content = (tmp_path / "a.pdf").read_bytes()

    assert b"/BaseFont /Times-Italic" in content
    assert b"/BaseFont /Courier" not in content


def test_a_picture_of_too_many_boxes_is_refused() -> None:
    text = "CONTINUOUS SYSTEM t0\ny = 1\nEND\n"
    for i in range(1, 6):
        parts = "".join(f"SYSTEM p{k}: t{i - 1}\n" for k in range(12))
        text += f"CONTINUOUS SYSTEM t{i}\n{parts}END\n"
    scene = scene_of(gather_systems([Source("model.t", text)], Report())[0])

    with pytest.raises(UserError, match="more than 20000 boxes"):
        draw_scene(scene, 5)
