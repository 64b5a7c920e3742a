"""The ends of nets at a channel -> lanes in it for their vertical pieces, so that no two wires run on one another.

Two nets that have their ends at one height, one at the left edge of the channel and one at the right, would meet there
unless the first turns off before the second: that decides the order of their lanes. If two nets would each have to turn
off before the other, one of them turns twice, with a short piece between grid lines.
"""

from collections.abc import Iterable

from simnon.source import frozen

from .placed import GRID


@frozen
class Turn:
    """A vertical piece of a net: the heights at which it meets what is left and what is right of it."""

    net: int
    left: tuple[float, ...]
    right: tuple[float, ...]

    @property
    def top(self) -> float:
        return min((*self.left, *self.right))

    @property
    def bottom(self) -> float:
        return max((*self.left, *self.right))

    @property
    def is_straight(self) -> bool:
        return self.top == self.bottom


def assign_lanes(turns: Iterable[Turn]) -> list[list[Turn]]:
    """The lanes of a channel from the left, each with its pieces; wires that go straight on have none."""
    lanes: list[list[Turn]] = []
    after_left: dict[float, int] = {}
    for turn in _in_order([turn for turn in turns if not turn.is_straight]):
        first = max((after_left.get(y, 0) for y in (*turn.right, *filter(is_between, turn.left))), default=0)
        lane = next((i for i in range(first, len(lanes)) if _is_free(lanes[i], turn)), len(lanes))
        lanes += [[] for _ in range(len(lanes), lane + 1)]
        lanes[lane].append(turn)
        for y in (*turn.left, *filter(is_between, turn.right)):
            after_left[y] = max(after_left.get(y, 0), lane + 1)
    return lanes


def is_between(y: float) -> bool:
    """Whether a height is that of a piece between two turns of one net."""
    return y % (GRID / 2) != 0


def _is_free(lane: list[Turn], turn: Turn) -> bool:
    return all(turn.bottom < other.top or other.bottom < turn.top for other in lane)


def _in_order(turns: list[Turn]) -> list[Turn]:
    """Each after those that must turn off before it."""
    waiting = sorted(turns, key=lambda turn: (turn.top, turn.bottom, turn.net))
    found: list[Turn] = []
    while waiting:
        from_left: dict[float, int] = {y: turn.net for turn in waiting for y in turn.left}
        ready = [t for t in waiting if all(from_left.get(y, t.net) == t.net for y in t.right)]
        if not ready:
            first, second = _divided(waiting[0])
            waiting[0] = second
            found.append(first)
            continue
        found += ready
        numbers = {id(turn) for turn in ready}
        waiting = [turn for turn in waiting if id(turn) not in numbers]
    return found


def _divided(turn: Turn) -> tuple[Turn, Turn]:
    """Two pieces, with a horizontal one between them at a height that no end has."""
    between = turn.top + GRID / 4
    return Turn(turn.net, turn.left, (between,)), Turn(turn.net, (between,), turn.right)
