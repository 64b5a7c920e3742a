"""Diagrams of texts: what becomes a box, a port, a net, and of which kind."""

from pathlib import Path

import pytest

from simnon.compiler import gather_systems
from simnon.diagrams import BoxKind, Diagram, NetKind, Pin, PortKind, Scene, Side, scene_of
from simnon.source import Report, Source, UserError, read_source

ROOT = Path(__file__).parents[3]


def scene_of_text(text: str, name: str = "model.t") -> Scene:
    return scene_of(gather_systems([Source(name, text)], Report())[0])


def top_of(text: str) -> Diagram:
    scene = scene_of_text(text)
    return scene.diagrams[scene.top.casefold()]


def example(name: str) -> Scene:
    source = read_source(ROOT / "examples" / name, Report())
    assert source is not None
    return scene_of(gather_systems([source], Report())[0])


def nets_of(diagram: Diagram, kind: NetKind) -> list[set[str]]:
    return [{f"{pin.box}.{pin.port}" for pin in net.pins} for net in diagram.nets if net.kind is kind]


def test_parts_are_boxes_and_types_have_one_diagram_each() -> None:
    scene = example("column.t")

    assert scene.top == "distillation"
    assert set(scene.diagrams) == {
        "distillation", "process.column", "control.pid", "process.drum", "process.tray", "process.reboiler",
    }  # fmt: skip
    boxes = {box.name: box for box in scene.diagrams["distillation"].boxes}
    assert boxes["top"].type == boxes["bottom"].type == "control.pid"
    assert boxes["column"].kind is BoxKind.PART


def test_an_array_is_one_box_with_a_count_and_ports_for_each_way_to_index_it() -> None:
    tray = example("column.t").diagrams["process.column"].box("tray")

    assert tray is not None
    assert tray.members == "1..n"
    assert {"from_above[1]", "from_above[k + 1]", "down[k]", "down[n]"} <= {port.name for port in tray.ports}


def test_ten_thousand_cells_are_one_box() -> None:
    text = (
        "CONTINUOUS SYSTEM cell\nINPUT u\nOUTPUT y\ny = u\nEND\nCONTINUOUS SYSTEM whole\nSYSTEM c[1..10000]: cell\nEND"
    )
    assert len(top_of(text).boxes) == 1


def test_kinds_of_connections_are_told_apart() -> None:
    drive = example("drive.t").diagrams["drive"]

    assert {"supply.n", "motor.n", "ground.p"} in nets_of(drive, NetKind.PHYSICAL)
    assert {"speed.u", "supply.u"} in nets_of(drive, NetKind.SAMPLED)
    assert {"reference.y", "position.yref"} in nets_of(drive, NetKind.SIGNAL)
    column = example("column.t").diagrams["process.column"]
    assert {"drum.down", "tray.from_above[1]"} in nets_of(column, NetKind.BUNDLE)


def test_a_variable_inside_a_part_is_measured_through_its_frame() -> None:
    drive = example("drive.t").diagrams["drive"]

    assert {"load.angle", "position.y"} in nets_of(drive, NetKind.MEASUREMENT)
    load = drive.box("load")
    assert load is not None
    assert [port.kind for port in load.ports if port.name == "angle"] == [PortKind.PROBE]


def test_an_event_that_a_part_is_ordered_to_act_on_is_a_wire_of_its_own_kind() -> None:
    text = """
CONTINUOUS SYSTEM act
EVENT go
OUTPUT y
y = n
WHEN go
n = PRE(n) + 1
END
n: 0
END
CONTINUOUS SYSTEM whole
TIME t
SYSTEM a: act
WHEN t > 1
ORDER a.go
END
END
"""
    assert {"event 1.=", "a.go"} in nets_of(top_of(text), NetKind.ORDER)


def test_a_formula_is_a_box_between_what_it_reads_and_what_it_gives() -> None:
    drive = example("drive.t").diagrams["drive"]
    formula = drive.box("speed.yref")

    assert formula is not None
    assert (formula.kind, formula.text) == (BoxKind.FORMULA, "gear.ratio*position.u")
    assert {"position.u", "speed.yref.in1"} in nets_of(drive, NetKind.SIGNAL)
    assert not any("ratio" in port.name for port in formula.ports)


def test_a_constant_on_an_input_is_a_value_and_one_on_a_parameter_is_not_drawn() -> None:
    column = example("column.t").diagrams["distillation"]

    value = column.box("top.yref")
    assert value is not None
    assert (value.kind, value.text) == (BoxKind.VALUE, "0.91")
    assert column.box("top.K") is None
    assert ("top.K", "8") in {(each.name, each.value) for each in column.parameters}


def test_own_terminals_are_ports_of_the_frame() -> None:
    column = example("column.t").diagrams["process.column"]

    sides = {port.name: port.side for port in column.ports}
    assert sides["feed"] is Side.LEFT
    assert sides["xd"] is Side.RIGHT
    assert any(Pin("", "boilup") in net.pins for net in column.nets)


def test_the_chosen_version_comes_first() -> None:
    text = """
CONTINUOUS SYSTEM gain
INPUT u
OUTPUT y
u: 0
VERSION one
y = u
VERSION two
y = 2*u
END
CONTINUOUS SYSTEM whole
SYSTEM a, b: gain
a.version: two
END
"""
    boxes = {box.name: box.versions for box in top_of(text).boxes}
    assert boxes == {"a": ("two", "one"), "b": ("one", "two")}


def test_connected_systems_are_parts_of_the_one_that_connects_them() -> None:
    scene = example("counter.t")

    diagram = scene.diagrams[scene.top.casefold()]
    assert {box.name for box in diagram.boxes} == {"spring", "counter"}
    assert diagram.nets


def test_a_program_of_blocks_is_the_block_diagram_it_is() -> None:
    source = read_source(ROOT / "tests/corpus/sial/bessel.sial", Report())
    assert source is not None
    scene = scene_of(gather_systems([source], Report())[0])
    diagram = scene.diagrams[scene.top.casefold()]

    assert [box.name for box in diagram.boxes] == ["1 RAMPA", "2 INTEGR", "3 INTEGR", "4 DIV", "5 SUM"]
    wires = {(net.pins[0].box.split()[0], pin.box.split()[0]) for net in diagram.nets for pin in net.pins[1:]}
    assert wires == {("1", "4"), ("2", "3"), ("2", "4"), ("2", "5"), ("3", "2"), ("4", "2")}


def test_units_ranges_and_comments_are_notes_of_ports() -> None:
    column = example("column.t").diagrams["process.column"]
    note = next(port.note for port in column.ports if port.name == "feed")
    assert note == "[mol/s] to the tray number feed_tray"


def test_terminals_of_a_library_type_opened_by_its_path_have_the_types_of_its_category() -> None:
    source = read_source(ROOT / "src/simnon/library/process/column.t", Report())
    assert source is not None
    scene = scene_of(gather_systems([source], Report())[0])

    types = {net.type for net in scene.diagrams["column"].nets if net.kind is NetKind.BUNDLE}
    assert types == {"process.liquid", "process.vapour"}


def test_a_text_without_a_system_is_refused() -> None:
    with pytest.raises(UserError, match="no system"):
        scene_of_text("TERMINAL pin\nACROSS v\nEND")
