"""Pictures: everything is inside, levels open boxes, and equations are typeset."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simnon.compiler import gather_systems
from simnon.diagrams import TEXT_SIZE, Node, Scene, draw_scene, graph_of, scene_of
from simnon.diagrams.typeset import LONGEST, SIZE, short_name
from simnon.graphics import DARK, LIGHT, Fill, Lettering, Pen, Stroke, Text, svg_of, width_of, write_drawing
from simnon.graphics.surfaces import image_of
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
    assert {"reboiler", "tray [1..n]"} <= words(scene, 2)
    assert "holdup" not in words(scene, 2)
    assert {"holdup", "α", "tray[1..n]"} <= words(scene, 3)


def test_equations_are_typeset() -> None:
    drawing, _ = draw_scene(example("tank.t"))
    italic = {part.words for part in drawing if isinstance(part, Text) and part.lettering is Lettering.ITALIC}
    small = {part.words for part in drawing if isinstance(part, Text) and part.size is not None and part.size < 12}

    assert {"level", "outflow", "g"} <= italic
    assert "max" in small


def test_the_dot_of_a_derivative_is_above_tall_letters() -> None:
    text = "CONTINUOUS SYSTEM ball\nSTATE h v\nDER dh dv\ndh = v\ndv = -9.81\nEND"
    scene = scene_of(gather_systems([Source("ball.t", text)], Report())[0])
    texts = [part for part in draw_scene(scene)[0] if isinstance(part, Text)]
    rise = {}
    for stem, dot in pairwise(texts):
        if dot.words == ".":
            rise[stem.words] = stem.y - dot.y

    assert rise["h"] > rise["v"] + 0.2 * SIZE


def test_a_long_equation_is_printed_on_several_lines() -> None:
    terms = " + ".join(f"gain_of_the_path_{i}*x" for i in range(40))
    text = f"CONTINUOUS SYSTEM long\nSTATE x\nDER dx\ny = {terms}\nWHEN x > 3:\n  x = {terms}\nEND\ndx = 1\nEND"
    scene = scene_of(gather_systems([Source("long.t", text)], Report())[0])
    drawing, (width, _) = draw_scene(scene)
    lines = [part.words for part in drawing if isinstance(part, Text) and part.lettering is Lettering.MONO]

    assert len(lines) == 8
    assert all(len(line) <= LONGEST for line in lines)
    assert lines[0].startswith("y = gain_of_the_path_0")
    assert lines[3].endswith(" …")
    assert lines[4].startswith("when x > 3: ")
    assert width < 800


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


def test_powers_of_ten_are_raised() -> None:
    text = "CONTINUOUS SYSTEM small\nSTATE x\nDER dx\ndx = -1e-10*x + 2.5e20 + 1e300\nEND\n"
    scene = scene_of(gather_systems([Source("small.t", text)], Report())[0])
    letters = [part for part in draw_scene(scene)[0] if isinstance(part, Text)]
    sizes = {part.words: part.size for part in letters}

    assert {"−10", "20", "300", "10", "2.5·10"} <= set(sizes)
    assert not any("^" in words or "e" in words for words in sizes if words[:1].isdigit())
    assert (sizes["300"] or 0) < (sizes["10"] or 0)


def test_letters_of_a_formula_keep_to_their_room_in_any_font() -> None:
    """A font that is wider than the one that was reckoned with would write them over each other."""
    scene = example("vdpol.t")
    drawing, (width, height) = draw_scene(scene)
    formulas = [p for p in drawing if isinstance(p, Text) and p.lettering in (Lettering.ITALIC, Lettering.ROMAN)]
    text = svg_of(drawing, width, height, TEXT_SIZE)

    assert text.count('lengthAdjust="spacingAndGlyphs"') == sum(bool(each.words.strip()) for each in formulas)
    assert text.count('xml:space="preserve"') == text.count("textLength=")


def test_letters_of_a_formula_are_narrowed_in_pixels() -> None:
    letters = Text("wide formula", 10.0, 30.0, Pen(None, "#000000", 1.0), size=24.0, lettering=Lettering.ITALIC)
    room = width_of(letters.words, 24.0, Lettering.ITALIC)
    image = np.asarray(image_of((letters,), 400, 60, TEXT_SIZE).convert("L"))
    inked = np.flatnonzero((image < 128).any(axis=0))

    assert inked.min() >= 8
    assert inked.max() <= 10 + room + 2
    assert inked.max() > 10 + 0.8 * room


def test_a_minus_before_a_product_has_no_brackets_and_multiples_of_pi_are_written_so() -> None:
    text = "CONTINUOUS SYSTEM small\nSTATE x\nDER dx\nTIME t\ndx = -k*x + SIN(6.283185307179586*t)\nk: 1\nEND\n"
    scene = scene_of(gather_systems([Source("small.t", text)], Report())[0])
    words = [part.words for part in draw_scene(scene)[0] if isinstance(part, Text)]

    assert "".join(words[1:]).replace(" ", "") == "x.=−kx+sin(2πt)"
