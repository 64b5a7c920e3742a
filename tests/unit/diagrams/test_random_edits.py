"""Random edits of random models, one after the other: the diagram, the text and the compiled model change alike.

After each act the diagram of the new text is the one before with the act done to it, the flat model has the states of
the edited model, and every line that is not about the act is still there, byte for byte and in its order.
"""

import random
from collections.abc import Callable, Mapping

import pytest

from simnon.diagrams import Diagram, Edited, edited, edits
from tests.random_models import random_model
from tests.seeds import seeds
from tests.unit.diagrams.test_edits import flat, name_of, states, system_in, systems_of, types_in
from tests.unit.diagrams.test_layout import scene_of_text


def diagram_of(text: str) -> Diagram:
    return scene_of_text(text).diagrams["whole"]


def parts_in(text: str) -> dict[str, tuple[str, str]]:
    """The boxes of parts: their types and members."""
    return {box.name: (box.type, box.members) for box in diagram_of(text).boxes if box.kind.value == "part"}


def wires_in(text: str) -> set[frozenset[str]]:
    """Nets between parts and the frame, by their ends; those of formulas are left out."""
    parts = parts_in(text)
    nets = [[(pin.box, pin.port) for pin in net.pins] for net in diagram_of(text).nets]
    return {
        frozenset(f"{box}.{port}" for box, port in ends)
        for ends in nets
        if all(box == "" or box in parts for box, _ in ends)
    }


def act_on(text: str, choose: random.Random) -> tuple[str, Edited, Mapping[str, object]]:
    """The kind of act, what it changes, and what is expected of the parts: `added`, `renamed`, `gone`."""
    system = system_in(text)
    part = choose.choice(system.parts)
    kind = choose.choice(("place", "copy", "rename", "remove", "give", "array"))
    if kind == "place":
        edit, new = edits.place(system, "lag")
        return kind, edit, {"added": {new: ("lag", "")}, "about": []}
    if kind == "copy":
        chosen = choose.sample([each.name for each in system.parts], choose.randint(1, min(3, len(system.parts))))
        edit, made = edits.copy(system, chosen)
        before = parts_in(text)
        return kind, edit, {"added": {new: before[old] for old, new in zip(chosen, made, strict=True)}, "about": []}
    if kind == "rename":
        edit = edits.rename(system, part.name, "other", systems_of(system, text), {"whole": types_in(text)})
        return kind, edit, {"renamed": {part.name: "other"}, "about": [part.name]}
    if kind == "remove":
        return kind, edits.remove(system, [part.name]), {"gone": part.name, "about": [part.name]}
    if kind == "give":
        variable = "R" if part.type == "branch" else "u"
        target = f"{part.name}[1].{variable}" if part.first is not None else f"{part.name}.{variable}"
        return kind, edits.give(system, name_of(target), target, "42"), {"about": [part.name]}
    assert kind == "array"
    edit = edits.make_array(system, part.name, "9")
    return kind, edit, {"array": part.name, "about": [part.name]}


@pytest.mark.parametrize("seed", seeds(range(200), 20))
def test_acts_one_after_the_other_change_diagram_text_and_model_alike(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311
    text = random_model(seed)
    for _ in range(4):
        _, edit, expected = act_on(text, choose)
        after = edited(text, edit.replacements)
        if not system_in(after).parts:
            return
        _check_parts(text, after, expected)
        _check_model(after)
        _check_text(text, after, expected)
        if "renamed" in expected:
            system, types = system_in(after), {"whole": types_in(after)}
            back = edits.rename(system, "other", _renamed_back(expected), systems_of(system, after), types)
            assert edited(after, back.replacements) == text, "renamed twice, the text is the same"
            return
        text = after


def _renamed_back(expected: Mapping[str, object]) -> str:
    renamed = expected["renamed"]
    assert isinstance(renamed, dict)
    return str(next(iter(renamed)))


def _check_parts(before: str, after: str, expected: Mapping[str, object]) -> None:
    wanted = dict(parts_in(before))
    renamed, added = expected.get("renamed", {}), expected.get("added", {})
    assert isinstance(renamed, dict)
    assert isinstance(added, dict)
    wanted = {renamed.get(name, name): about for name, about in wanted.items() if name != expected.get("gone")}
    wanted |= added
    if "array" in expected:
        name = str(expected["array"])
        wanted[name] = (wanted[name][0], "1..9")
    assert parts_in(after) == wanted


def _check_model(after: str) -> None:
    """The states that are expected of each part: those of its type, for each of its members."""
    found = set[str]()
    for name, (type_, members) in parts_in(after).items():
        state = {"lag": "x", "sampled": "s"}.get(type_)
        if state is not None:
            numbers = range(1, int(members.split("..")[1]) + 1) if members else (0,)
            found |= {f"{name}[{number}].{state}" if number else f"{name}.{state}" for number in numbers}
    if not any(line.startswith("z =") for line in after.splitlines()):
        after = after.replace("OUTPUT z\n", "")
    assert states(flat(after)) == found


def _check_text(before: str, after: str, expected: Mapping[str, object]) -> None:
    about = expected["about"]
    assert isinstance(about, list)
    kept = [line for line in before.splitlines() if not any(name in line for name in about)]
    remaining = iter(after.splitlines())
    assert all(line in remaining for line in kept), "a line that the act is not about has changed or moved"


@pytest.mark.parametrize("seed", seeds(range(60), 10))
def test_copies_of_all_parts_are_wired_as_the_parts_are(seed: int) -> None:
    text = random_model(seed)
    names = [part.name for part in system_in(text).parts]
    edit, made = edits.copy(system_in(text), names)
    after = edited(text, edit.replacements)

    new_of = dict(zip(names, made, strict=True))
    inner = {wire for wire in wires_in(text) if all(not end.startswith(".") for end in wire)}
    copied = {frozenset(_moved(end, new_of) for end in wire) for wire in inner}
    assert copied <= wires_in(after)
    assert len(states(flat(after))) == 2 * len(states(flat(text)))


def _moved(end: str, new_of: Mapping[str, str]) -> str:
    box, _, port = end.partition(".")
    return f"{new_of[box]}.{port}"


@pytest.mark.parametrize("seed", seeds(range(60), 10))
def test_a_wire_that_is_joined_and_removed_leaves_the_text_as_it_was(seed: int) -> None:
    text = random_model(seed)
    system = system_in(text)
    free: Callable[[str], bool] = lambda name: f"{name}.w" not in text  # noqa: E731
    targets = [part.name for part in system.parts if part.type == "lag" and part.first is None and free(part.name)]
    if not targets:
        return
    ends = ["r", f"{targets[0]}.w"]
    after = edited(text, edits.join(system, ends).replacements)

    nets = [{(pin.box, pin.port) for pin in net.pins} for net in diagram_of(after).nets]
    assert any({("", "r"), (targets[0], "w")} <= net for net in nets)
    assert states(flat(after)) == states(flat(text))
    back = edits.disconnect(system_in(after), ends)
    assert edited(after, back.replacements) == text
