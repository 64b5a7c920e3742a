"""The layout: no box covers another, no wire crosses a box or runs along another, and small edits change little."""

import itertools
from pathlib import Path

import pytest

from simnon.compiler import gather_systems
from simnon.diagrams import (
    GRID,
    Diagram,
    PlacedDiagram,
    Point,
    Scene,
    closed_size,
    lay_out,
    scene_of,
)
from simnon.source import Report, Source, read_source
from tests.random_models import random_model
from tests.seeds import seeds

ROOT = Path(__file__).parents[3]
LIBRARY = sorted((ROOT / "src/simnon/library").rglob("*.t"))
EXAMPLES = sorted((ROOT / "examples").glob("*.t"))
SUFFIXES = {".sial", ".csm", ".ode", ".csl", ".dar", ".src", ".NON"}
OTHER_LANGUAGES = sorted(path for path in (ROOT / "tests/corpus").rglob("*") if path.suffix in SUFFIXES)


def scene_of_text(text: str) -> Scene:
    return scene_of(gather_systems([Source("model.t", text)], Report())[0])


def scene_of_file(path: Path) -> Scene:
    source = read_source(path, Report())
    assert source is not None
    return scene_of(gather_systems([source], Report())[0])


def check(diagram: Diagram, placed: PlacedDiagram) -> None:
    """Everything that a layout guarantees."""
    boxes = placed.boxes
    assert [box.name for box in boxes] == [box.name for box in diagram.boxes]
    for i, box in enumerate(boxes):
        assert box.x % GRID == box.y % GRID == 0
        assert box.x >= 0
        assert box.right <= placed.width
        assert box.bottom <= placed.height
        assert not any(box.overlaps(other) for other in boxes[:i])
    for net, route in zip(diagram.nets, placed.routes, strict=True):
        assert route.segments, net
        _check_is_connected(diagram, placed, net.pins, route.segments)
        for x1, y1, x2, y2 in route.segments:
            assert (x1 == x2) != (y1 == y2)
            for box in boxes:
                assert not (x1 < box.right and box.x < x2 and box.y < y1 < box.bottom), f"{net} crosses {box.name}"
                assert not (y1 < box.bottom and box.y < y2 and box.x < x1 < box.right), f"{net} crosses {box.name}"
    if not placed.is_kept:
        _check_no_wire_runs_along_another(placed)


def _check_is_connected(diagram, placed, pins, segments) -> None:  # type: ignore[no-untyped-def]
    """Every end of the net is reached from every other along its segments."""
    del diagram
    place = {(box.name, port.name): (port.x, port.y) for box in placed.boxes for port in box.ports}
    place |= {("", port.name): (port.x, port.y) for port in placed.ports}
    groups = [{i} for i in range(len(segments))]
    for i, one in enumerate(segments):
        for j, other in enumerate(segments[:i]):
            if one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]:
                both = groups[i] | groups[j]
                for each in both:
                    groups[each] = both
    assert len(groups[0]) == len(segments)
    for pin in pins:
        x, y = place[(pin.box, pin.port)]
        assert any(s[0] <= x <= s[2] and s[1] <= y <= s[3] for s in segments), pin


def _check_no_wire_runs_along_another(placed: PlacedDiagram) -> None:
    rows: dict[tuple[bool, float], list[tuple[float, float, int]]] = {}
    for number, route in enumerate(placed.routes):
        for x1, y1, x2, y2 in route.segments:
            key, low, high = ((True, y1), x1, x2) if y1 == y2 else ((False, x1), y1, y2)
            rows.setdefault(key, []).append((low, high, number))
    for key, pieces in rows.items():
        pieces.sort()
        for (_, high, one), (low, _, other) in itertools.pairwise(pieces):
            assert one == other or high <= low, key


@pytest.mark.parametrize("path", [*EXAMPLES, *LIBRARY, *OTHER_LANGUAGES], ids=lambda path: path.stem)
def test_a_text_of_ours_has_a_layout_without_faults(path: Path) -> None:
    source = read_source(path, Report())
    assert source is not None
    systems = gather_systems([source], Report())[0]
    if all(system.kind.value == "TERMINAL" for system in systems):
        return
    for diagram in scene_of(systems).diagrams.values():
        check(diagram, lay_out(diagram, closed_size))


@pytest.mark.parametrize("seed", seeds(range(200), 20))
def test_a_random_model_has_a_layout_without_faults(seed: int) -> None:
    for diagram in scene_of_text(random_model(seed)).diagrams.values():
        check(diagram, lay_out(diagram, closed_size))


@pytest.mark.parametrize("seed", seeds(range(60), 4))
def test_boxes_that_were_placed_stay_and_wires_keep_clear_of_them(seed: int) -> None:
    scene = scene_of_text(random_model(seed))
    diagram = scene.diagrams["whole"]
    automatic = lay_out(diagram, closed_size)
    kept = {box.name.casefold(): Point(box.x, box.y) for box in automatic.boxes}

    placed = lay_out(diagram, closed_size, kept)

    assert [(box.x, box.y) for box in placed.boxes] == [(box.x, box.y) for box in automatic.boxes]
    check(diagram, placed)


def test_the_same_text_has_the_same_layout() -> None:
    text = random_model(3)
    one, other = (lay_out(scene_of_text(text).diagrams["whole"], closed_size) for _ in range(2))
    assert one == other


def test_a_part_that_is_added_leaves_the_others_where_they_were_placed() -> None:
    text = random_model(7)
    before = lay_out(scene_of_text(text).diagrams["whole"], closed_size)
    kept = {box.name.casefold(): Point(box.x, box.y) for box in before.boxes}
    first = lay_out(scene_of_text(text).diagrams["whole"], closed_size, kept)

    longer = text.replace("SYSTEM part1", "SYSTEM newcomer: lag\nSYSTEM part1", 1)
    after = lay_out(scene_of_text(longer).diagrams["whole"], closed_size, kept)

    places = {box.name: (box.x, box.y) for box in after.boxes}
    assert "newcomer" in places
    assert {box.name: (box.x, box.y) for box in first.boxes}.items() <= places.items()


def flipped(before: PlacedDiagram, after: PlacedDiagram) -> tuple[int, int]:
    """How many pairs of boxes have changed which one is left, or above, of the other; and how many there are."""
    old, new = ({box.name: (box.x, box.y) for box in each.boxes} for each in (before, after))
    pairs = [
        ((old[one][axis] - old[other][axis]), (new[one][axis] - new[other][axis]))
        for one, other in itertools.combinations(old, 2)
        if other in new and one in new
        for axis in (0, 1)
    ]
    return sum(before_ * after_ < 0 for before_, after_ in pairs), len(pairs)


@pytest.mark.parametrize(("wire", "most"), [("", 0.005), ("newcomer.u = part1.y\n", 0.04)])
def test_a_part_that_is_added_does_not_shuffle_the_others(wire: str, most: float) -> None:
    changed, count = 0, 0
    for seed in range(60):
        text = random_model(seed)
        if "SYSTEM part1[" in text:
            continue
        longer = text.replace("\n\npart", f"\nSYSTEM newcomer: lag\n{wire}\npart", 1)
        one, other = (lay_out(scene_of_text(each).diagrams["whole"], closed_size) for each in (text, longer))
        found = flipped(one, other)
        changed, count = changed + found[0], count + found[1]
    assert count > 5000
    assert changed <= most * count


@pytest.mark.parametrize("far", [-9_999_999.0, 99_999.0, 9_999_999.0])
def test_a_box_that_was_placed_absurdly_far_away_is_drawn_nearer_and_soon(far: float) -> None:
    diagram = scene_of_text(random_model(7)).diagrams["whole"]
    automatic = lay_out(diagram, closed_size)
    kept = {box.name.casefold(): Point(box.x, box.y) for box in automatic.boxes}
    kept[diagram.boxes[0].name.casefold()] = Point(far, far)

    placed = lay_out(diagram, closed_size, kept)

    check(diagram, placed)
    assert placed.width < automatic.width + 3000
    if far > 0:
        assert [(box.x, box.y) for box in placed.boxes[1:]] == [(box.x, box.y) for box in automatic.boxes[1:]]


def test_boxes_placed_on_each_other_are_moved_apart() -> None:
    diagram = scene_of_text(random_model(7)).diagrams["whole"]
    check(diagram, lay_out(diagram, closed_size, {box.name.casefold(): Point(24, 24) for box in diagram.boxes}))


def test_ports_of_a_side_are_two_steps_of_the_grid_apart() -> None:
    """So that the names and the values beside them do not cover each other."""
    for seed in range(10):
        placed = lay_out(scene_of_text(random_model(seed)).diagrams["whole"], closed_size)
        for box in placed.boxes:
            for side in {port.side for port in box.ports}:
                heights = sorted(port.y for port in box.ports if port.side is side)
                assert all(below - above >= 2 * GRID for above, below in itertools.pairwise(heights))


def test_boxes_without_connections_fill_a_rectangle() -> None:
    text = "CONTINUOUS SYSTEM a\ny = 1\nEND\nCONTINUOUS SYSTEM whole\n"
    text += "".join(f"SYSTEM p{i}: a\n" for i in range(300)) + "END\n"
    placed = lay_out(scene_of_text(text).diagrams["whole"], closed_size)
    assert placed.width < 4 * placed.height
    assert placed.height < 4 * placed.width
