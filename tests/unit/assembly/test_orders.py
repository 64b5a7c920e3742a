"""Events that trigger each other."""

import pytest

from simnon.assembly.orders import Orders
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


def test_an_event_without_a_cause_is_reported() -> None:
    report = Report()
    orders = Orders(report)
    orders.declare("a.go", "go", SPAN)
    orders.events(lambda _condition, _span: "")

    assert [d.code for d in report.diagnostics] == ["missing-equation"]


@pytest.mark.parametrize("event", ["unknown"])
def test_an_unknown_event_has_no_conditions(event: str) -> None:
    assert Orders(Report()).conditions_of(event) == []
