"""Events that trigger each other."""

import pytest

from simnon.assembly.orders import DeclaredEvent, Orders
from simnon.model import Equation, Number
from simnon.source import Report, Source, Span

SPAN = Span(Source("t", "WHEN"), 0, 4)


def actions(orders: Orders) -> list[tuple[str, str]]:
    events = orders.events(lambda _condition, _span: "both")
    return [(event.condition, event.equations[0].target if event.equations else "") for event in events]


def equation(target: str) -> tuple[Equation, ...]:
    return (Equation(target, Number(1.0)),)


def test_a_receiver_acts_under_each_condition_that_orders_it() -> None:
    orders = Orders(Report())
    orders.add_receiver("b.bounce", equation("v"), [], SPAN)
    orders.add_when("c1", (), ["b.bounce"], SPAN)
    orders.add_when("c2", (), ["b.bounce"], SPAN)

    assert actions(orders) == [("c1", "v"), ("c2", "v"), ("c1", ""), ("c2", "")]


def test_orders_pass_through_other_events_and_can_be_cyclic() -> None:
    orders = Orders(Report())
    orders.occurs_when("first", "c1")
    orders.add_receiver("first", (), ["second"], SPAN)
    orders.connect("third", "second")
    orders.connect("second", "third")
    orders.add_receiver("third", equation("x"), [], SPAN)

    assert ("c1", "x") in actions(orders)


def messages_about(orders: Orders, report: Report) -> list[tuple[str, str, str]]:
    orders.events(lambda _condition, _span: "")
    return [(d.code, d.message, d.hint) for d in report.diagnostics]


def test_an_event_without_a_cause_is_reported_once_with_its_type_and_parts() -> None:
    report = Report()
    orders = Orders(report)
    for path in ("a", "b", "c"):
        orders.declare(f"{path}.go", DeclaredEvent("go", "ball", path, SPAN))
    orders.add_when("c1", (), ["b.go"], SPAN)

    assert messages_about(orders, report) == [
        (
            "missing-equation",
            "EVENT 'go' of 'ball' has no equation, and nothing orders it in 'a', 'c'",
            "write go = expression in ball, or ORDER a.go in a WHEN of the system that has the part",
        )
    ]


def test_of_events_that_trigger_each_other_the_first_without_a_cause_is_reported() -> None:
    report = Report()
    orders = Orders(report)
    for path in ("a", "b", "c", "d"):
        orders.declare(f"{path}.go", DeclaredEvent("go", "ball", path, SPAN))
    orders.connect("b.go", "a.go")
    orders.connect("c.go", "d.go")
    orders.connect("d.go", "c.go")

    assert "nothing orders it in 'a', 'c', 'd'" in messages_about(orders, report)[0][1]


@pytest.mark.parametrize("event", ["unknown"])
def test_an_unknown_event_has_no_conditions(event: str) -> None:
    assert Orders(Report()).conditions_of(event) == []
