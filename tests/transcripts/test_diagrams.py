"""The diagrams in the manual are what the program draws; run as a module, it draws them again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simnon.compiler import analyse, gather_systems, loops_of
from simnon.diagrams import TEXT_SIZE, Scene, draw_scene, equation_graph, mark_changes, scene_of
from simnon.graphics import svg_of
from simnon.source import Report, Source, read_source
from tests.transcripts.transcript import ROOT

FOLDER = ROOT / "docs" / "pictures" / "diagrams"
NEW_BEARING = "SYSTEM housing: rotation.fixed\nSYSTEM second: rotation.friction\n"


def source_of(name: str) -> Source:
    source = read_source(ROOT / name, Report())
    assert source is not None
    return source


def scene_in(source: Source) -> Scene:
    return scene_of(gather_systems([source], Report())[0])


def graph_in(source: Source) -> Scene:
    analysed = analyse([source], Report())
    assert analysed is not None
    graph = equation_graph(
        analysed.declared, analysed.model, analysed.schedule, [each for each, _ in loops_of(analysed)]
    )
    return Scene(graph.type, {graph.type.casefold(): graph})


def changed_drive() -> Scene:
    before = source_of("examples/drive.t")
    text = before.text.replace("SYSTEM housing: rotation.fixed\n", NEW_BEARING)
    text = text.replace("CONNECT load.b bearing.b", "CONNECT load.b bearing.b second.b").replace("k: 500", "k: 800")
    return mark_changes(scene_in(before), scene_in(Source("drive.t", text)))


PICTURES: dict[str, tuple[Callable[[], Scene], int]] = {
    "drive": (lambda: scene_in(source_of("examples/drive.t")), 1),
    "column": (lambda: scene_in(source_of("examples/column.t")), 2),
    "bessel": (lambda: scene_in(source_of("tests/corpus/sial/bessel.sial")), 1),
    "vdpol-graph": (lambda: graph_in(source_of("examples/vdpol.t")), 1),
    "drive-diff": (changed_drive, 1),
}


def drawn(name: str) -> str:
    scene, level = PICTURES[name][0](), PICTURES[name][1]
    drawing, size = draw_scene(scene, level)
    return svg_of(drawing, *size, TEXT_SIZE)


@pytest.mark.parametrize("name", PICTURES)
def test_a_diagram_in_the_manual_is_what_the_program_draws(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn(name)


def test_no_diagram_is_left_over_and_all_are_shown() -> None:
    page = (ROOT / "docs" / "manual" / "diagrams.md").read_text("utf-8")

    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
    assert all(f"pictures/diagrams/{name}.svg" in page for name in PICTURES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PICTURES:
        Path(FOLDER / f"{each}.svg").write_text(drawn(each), "utf-8")
