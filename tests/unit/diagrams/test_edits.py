"""Edits of texts: only what the act is about changes, and the edited text compiles to the edited model."""

import difflib
import random
from collections.abc import Callable

import pytest

from simnon.assembly import Catalogue, assemble
from simnon.compiler import gather_systems
from simnon.diagrams import Edited, edited, edits
from simnon.languages import read_expression
from simnon.model import FlatModel, Name, System
from simnon.source import Report, Source, UserError
from tests.random_models import random_model
from tests.seeds import seeds

TEXT = """\
" The heading comment.
CONTINUOUS SYSTEM lag   " a lag
INPUT u
OUTPUT y
STATE x
DER dx
dx = (u - x)/T
y = x
u: 0
T: 1 [s]    " time constant
END

CONTINUOUS SYSTEM whole
  SYSTEM a, b: lag   " two of them
  SYSTEM c: lag

  CONNECT a.y b.u    " the first wire
  c.u = 2*b.y + a.T
  a.T: 2 [s]         " slower
  c.T: 3
END
" The last comment.
"""


def systems(text: str) -> tuple[System, ...]:
    return gather_systems([Source("model.t", text)], Report())[0]


def system_in(text: str, name: str = "whole") -> System:
    return next(each for each in systems(text) if each.name == name)


def types_in(text: str, name: str = "whole") -> dict[str, System]:
    found = systems(text)
    catalogue, system = Catalogue(found, Report()), system_in(text, name)
    types = {p.name.casefold(): catalogue.find(p.type, system, p.span, is_terminal=False) for p in system.parts}
    return {key: type_ for key, type_ in types.items() if type_ is not None}


def changed(act: Callable[[System], Edited], text: str = TEXT) -> list[str]:
    """The lines that were removed and added."""
    after = edited(text, act(system_in(text)).replacements)
    lines = difflib.unified_diff(text.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_a_part_is_placed_after_the_others_and_indented_like_them() -> None:
    assert changed(lambda system: edits.place(system, "lag")[0]) == ["+  SYSTEM lag: lag"]
    assert changed(lambda system: edits.place(system, "lag", "d", "1..9")[0]) == ["+  SYSTEM d[1..9]: lag"]


def test_a_second_part_of_a_type_gets_a_number() -> None:
    text = TEXT.replace("SYSTEM c: lag", "SYSTEM c, lag: lag")
    assert edits.place(system_in(text), "control.lag")[1] == "lag2"


def test_ends_are_joined_after_the_other_connections() -> None:
    assert changed(lambda system: edits.join(system, ["b.y", "a.u"])) == ["+  CONNECT b.y a.u"]


def test_connected_systems_are_joined_by_an_equation() -> None:
    text = "CONNECTING SYSTEM con\nu[b] = y[a]\nEND\n"
    after = edited(text, edits.join(system_in(text, "con"), ["b.y", "a.u"]).replacements)
    assert after == "CONNECTING SYSTEM con\nu[b] = y[a]\nu[a] = y[b]\nEND\n"


def test_a_removed_part_takes_what_is_about_it_and_leaves_the_rest() -> None:
    assert changed(lambda system: edits.remove(system, ["a"])) == [
        '-  SYSTEM a, b: lag   " two of them',
        '+  SYSTEM b: lag   " two of them',
        '-  CONNECT a.y b.u    " the first wire',
        "-  c.u = 2*b.y + a.T",
        '-  a.T: 2 [s]         " slower',
    ]
    assert edits.remove(system_in(TEXT), ["a"]).notes == ("removed: c.u = 2*b.y + a.T", "removed: a.T: 2 [s]")


def test_a_connection_of_three_keeps_two() -> None:
    text = TEXT.replace("CONNECT a.y b.u ", "CONNECT a.y b.u c.u ").replace("  c.u = 2*b.y + a.T\n", "")
    assert changed(lambda system: edits.remove(system, ["b"]), text)[-2:] == [
        '-  CONNECT a.y b.u c.u    " the first wire',
        '+  CONNECT a.y c.u    " the first wire',
    ]
    assert changed(lambda system: edits.disconnect(system, ["a.y", "c.u"]), text) == [
        '-  CONNECT a.y b.u c.u    " the first wire',
        '+  CONNECT a.y b.u    " the first wire',
    ]


def test_what_is_not_connected_cannot_be_disconnected() -> None:
    with pytest.raises(UserError, match=r"nothing connects a.y and c.u; the connections are: a.y b.u"):
        edits.disconnect(system_in(TEXT), ["a.y", "c.u"])


def test_a_part_is_renamed_wherever_it_is_meant() -> None:
    text = TEXT + "CONTINUOUS SYSTEM top\nSYSTEM a: whole\na.a.T: 5\na.b.T: 6\nEND\n"
    types = {name: types_in(text, name) for name in ("whole", "top", "lag")}
    act = lambda system: edits.rename(system, "a", "first", systems_of(system, text), types)  # noqa: E731

    assert changed(act, text) == [
        '-  SYSTEM a, b: lag   " two of them',
        '+  SYSTEM first, b: lag   " two of them',
        '-  CONNECT a.y b.u    " the first wire',
        "-  c.u = 2*b.y + a.T",
        '-  a.T: 2 [s]         " slower',
        '+  CONNECT first.y b.u    " the first wire',
        "+  c.u = 2*b.y + first.T",
        '+  first.T: 2 [s]         " slower',
        "-a.a.T: 5",
        "+a.first.T: 5",
    ]


def test_an_index_that_is_called_as_the_part_is_left_alone() -> None:
    text = TEXT + "CONTINUOUS SYSTEM top\nSYSTEM cell[1..2]: whole\nOUTPUT z[2]\nz[b] = cell[b].b.y FOR b = 1..2\nEND\n"
    types = {name: types_in(text, name) for name in ("whole", "top", "lag")}
    act = lambda system: edits.rename(system, "b", "second", systems_of(system, text), types)  # noqa: E731

    assert changed(act, text)[-2:] == [
        "-z[b] = cell[b].b.y FOR b = 1..2",
        "+z[b] = cell[b].second.y FOR b = 1..2",
    ]


def systems_of(system: System, text: str) -> tuple[System, ...]:
    """All systems of the text, read again, but with the source of this one."""
    del text
    return gather_systems([system.span.source], Report())[0]


def test_a_name_in_brackets_is_renamed_too() -> None:
    text = TEXT.replace("2*b.y + a.T", "2*y[b] + T[ a ]")
    types = {"whole": types_in(text)}
    act = lambda system: edits.rename(system, "a", "first", systems_of(system, text), types)  # noqa: E731
    assert "+  c.u = 2*y[b] + T[ first ]" in changed(act, text)


@pytest.mark.parametrize(("new", "reason"), [("b", "has a 'b' already"), ("2b", "cannot be a name"), ("IF", "cannot")])
def test_a_bad_new_name_is_refused(new: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        edits.rename(system_in(TEXT), "a", new, (), {})


def test_an_unknown_part_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UserError, match="'whole' has no part 'd'; its parts are a, b, c"):
        edits.remove(system_in(TEXT), ["d"])


def test_an_array_keeps_its_connections_with_its_first_member() -> None:
    assert changed(lambda system: edits.make_array(system, "a", "4")) == [
        '-  SYSTEM a, b: lag   " two of them',
        '+  SYSTEM a[1..4], b: lag   " two of them',
        '-  CONNECT a.y b.u    " the first wire',
        "-  c.u = 2*b.y + a.T",
        '-  a.T: 2 [s]         " slower',
        '+  CONNECT a[1].y b.u    " the first wire',
        "+  c.u = 2*b.y + a[1].T",
        '+  a[k].T: 2 [s] FOR k = 1..4         " slower',
    ]


def test_an_array_can_grow() -> None:
    text = TEXT.replace("SYSTEM c: lag", "SYSTEM c[1..3]: lag")
    assert changed(lambda system: edits.make_array(system, "c", "5"), text) == [
        "-  SYSTEM c[1..3]: lag",
        "+  SYSTEM c[1..5]: lag",
    ]


def test_a_copy_has_the_values_of_the_part_and_its_own_name() -> None:
    assert changed(lambda system: edits.copy(system, ["a"])[0]) == [
        "+  SYSTEM a2: lag",
        '+  a2.T: 2 [s]         " slower',
    ]
    assert edits.copy(system_in(TEXT), ["a", "A"])[1] == ("a2",)


def test_copies_are_connected_with_each_other_and_not_with_the_rest() -> None:
    assert changed(lambda system: edits.copy(system, ["a", "b"])[0]) == [
        "+  SYSTEM a2: lag",
        "+  SYSTEM b2: lag",
        '+  CONNECT a2.y b2.u    " the first wire',
        '+  a2.T: 2 [s]         " slower',
    ]
    text = TEXT.replace("CONNECT a.y b.u ", "CONNECT a.y b.u c.u ").replace("  c.u = 2*b.y + a.T\n", "")
    assert "+CONNECT a2.y b2.u" in changed(lambda system: edits.copy(system, ["a", "b"])[0], text)


def test_a_wire_to_the_frame_is_not_copied() -> None:
    text = "CONTINUOUS SYSTEM whole\nTERMINAL p: wire\nSYSTEM r, s: branch\nCONNECT p r.p\nCONNECT r.n s.p\nEND\n"
    assert changed(lambda system: edits.copy(system, ["r"])[0], text) == ["+SYSTEM r2: branch"]


def test_a_copy_takes_the_next_free_number() -> None:
    text = TEXT.replace("SYSTEM c: lag", "SYSTEM c, a2: lag")
    assert edits.copy(system_in(text), ["a", "a2"])[1] == ("a3", "a4")


def name_of(text: str) -> Name:
    found = read_expression(text)
    assert isinstance(found, Name)
    return found


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("a.T", "4", ['-  a.T: 2 [s]         " slower', '+  a.T: 4 [s]         " slower']),
        ("a.T", "4 [min]", ['-  a.T: 2 [s]         " slower', '+  a.T: 4 [min]         " slower']),
        ("b.T", "7", ["+  b.T: 7"]),
        ("c.T", "1e-3", ["-  c.T: 3", "+  c.T: 1e-3"]),
    ],
)
def test_a_value_is_given_in_its_place(name: str, value: str, expected: list[str]) -> None:
    assert changed(lambda system: edits.give(system, name_of(name), name, value)) == expected


def test_a_group_is_connected_by_terminals_inputs_and_outputs() -> None:
    act = edits.group(system_in(TEXT), ["a", "b"], "pair", "pair", types_in(TEXT))
    after = edited(TEXT, act.replacements)

    assert after == TEXT.replace(
        """  SYSTEM a, b: lag   " two of them
  SYSTEM c: lag

  CONNECT a.y b.u    " the first wire
  c.u = 2*b.y + a.T
  a.T: 2 [s]         " slower
""",
        """  SYSTEM pair: pair
  SYSTEM c: lag

  c.u = 2*pair.b_y + pair.a_T
""",
    ).replace(
        'END\n" The last',
        """END

CONTINUOUS SYSTEM pair
OUTPUT b_y
OUTPUT a_T [s]
SYSTEM a: lag
SYSTEM b: lag
  CONNECT a.y b.u    " the first wire
  a.T: 2 [s]         " slower
b_y = b.y
a_T = a.T
END
" The last""",
    )


def test_a_group_whose_line_cannot_be_divided_is_refused() -> None:
    text = TEXT.replace("CONNECT a.y b.u ", "b.u = c.y + k FOR k = 1..2 ")
    with pytest.raises(UserError, match="cannot be divided"):
        edits.group(system_in(text), ["b"], "pair", "pair", types_in(text))


def flat(text: str) -> FlatModel:
    report = Report()
    model = assemble(systems(text), report)
    assert model is not None, report.diagnostics
    return model


def states(model: FlatModel) -> set[str]:
    return {name for name, _ in model.states} | {name for s in model.samplers for name, _ in s.states}


def _first(name: str) -> str:
    return name.partition(".")[0].partition("[")[0]


@pytest.mark.parametrize("seed", seeds(range(100), 10))
def test_a_group_of_random_parts_has_the_same_states_inside_it(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311
    text = random_model(seed)
    system = system_in(text)
    parts = [part.name for part in system.parts]
    chosen = choose.sample(parts, choose.randint(1, len(parts)))
    before = flat(text)

    act = edits.group(system, chosen, "bunch", "bunch", types_in(text))
    after = flat(edited(text, act.replacements))

    assert states(after) == {f"bunch.{name}" if _first(name) in chosen else name for name in states(before)}
