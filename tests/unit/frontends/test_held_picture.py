"""Pictures of one command: those that only grow are drawn once."""

from simnon.frontends.held_picture import HeldPicture
from tests.unit.frontends.sessions import curve, figure


def test_a_picture_that_grows_is_drawn_once_with_all_its_curves() -> None:
    held, first, second = HeldPicture(), curve("A"), curve("B")

    assert held.offer(figure(first)) is None
    assert held.offer(figure(first, second)) is None
    assert held.take() == figure(first, second)
    assert held.take() is None


def test_a_picture_that_is_replaced_is_drawn_before() -> None:
    held, first, second = HeldPicture(), figure(curve("A")), figure(curve("B"))
    held.offer(first)

    assert held.offer(second) is first
    assert held.take() is second


def test_empty_axes_are_not_drawn() -> None:
    held = HeldPicture()
    held.offer(figure())

    assert held.take() is None
