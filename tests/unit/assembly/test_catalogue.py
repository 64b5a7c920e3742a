"""Catalogue: which system is the model, and how types are found."""

from dataclasses import replace

import pytest

from simnon.assembly.catalogue import Catalogue
from simnon.languages import DIALECTS
from simnon.model import System
from simnon.source import Report, Source

INNER = "CONTINUOUS SYSTEM inner\nSTATE x\nDER dx\ndx = -x\nEND\n"
PAIR = "CONNECTING SYSTEM pair\nSYSTEM a, b: {inner}\nEND\n"
OUTER = "CONNECTING SYSTEM outer\nSYSTEM p: {pair}\nEND\n"
TOP = "CONNECTING SYSTEM top\nSYSTEM o: {outer}\nEND\n"


def systems(category: str, *texts: str) -> tuple[System, ...]:
    found = DIALECTS[".t"](Source("text", "".join(texts)), Report())
    return (
        tuple(replace(system, name=f"{category}.{system.name}", category=category) for system in found)
        if category
        else tuple(found)
    )


def codes(report: Report) -> list[str]:
    return [diagnostic.code for diagnostic in report.diagnostics]


@pytest.mark.parametrize("part", ["{}", "lib.{}"])
def test_a_library_type_can_be_used_by_its_short_name(part: str) -> None:
    library = [
        INNER,
        PAIR.format(inner=part.format("inner")),
        OUTER.format(pair=part.format("pair")),
    ]
    report = Report()

    model = Catalogue((*systems("lib", *library), *systems("", TOP.format(outer="lib.outer"))), report).model()

    assert model is not None
    assert model.name == "top"
    assert codes(report) == []


def test_two_unused_systems_are_two_models() -> None:
    report = Report()
    found = systems("", INNER, PAIR.format(inner="inner"), PAIR.format(inner="inner").replace("pair", "other"))

    Catalogue(found, report).model()

    assert codes(report) == ["several-models"]
    assert [(each.message, each.span) for each in report.diagnostics[0].related] == [("'pair'", found[1].span)]


def test_a_ring_of_systems_has_no_model() -> None:
    report = Report()

    Catalogue(systems("", PAIR.format(inner="outer"), OUTER.format(pair="pair")), report).model()

    assert codes(report) == ["endless-structure"]


def test_systems_without_structure_have_no_single_model() -> None:
    report = Report()

    assert Catalogue(systems("", INNER, INNER.replace("inner", "beside")), report).model() is None
    assert codes(report) == []


@pytest.mark.parametrize(
    ("name", "user", "found"),
    [("inner", "lib.user", "lib.inner"), ("inner", "user", "inner"), ("LIB.Inner", "user", "lib.inner")],
)
def test_the_category_of_the_user_comes_first(name: str, user: str, found: str) -> None:
    catalogue = Catalogue((*systems("lib", INNER), *systems("", INNER)), Report())
    (system,) = systems("", INNER.replace("inner", "user"))
    system = replace(system, name=user, category=user.rpartition(".")[0])

    chosen = catalogue.find(name, system, system.span, is_terminal=False)

    assert chosen is not None
    assert chosen.name == found


def test_an_unknown_type_is_reported_once() -> None:
    report = Report()
    (system,) = systems("", INNER)
    catalogue = Catalogue((system,), report)

    for name in ("inne", "INNE", "inner"):
        catalogue.find(name, system, system.span, is_terminal=name == "inner")

    assert codes(report) == ["unknown-type", "unknown-type"]
    assert [diagnostic.hint for diagnostic in report.diagnostics] == [
        "did you mean 'inner'?",
        "write SYSTEM name: inner",
    ]
