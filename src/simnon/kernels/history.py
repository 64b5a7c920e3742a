"""The past of a delayed signal: a ring of pieces in the array `values`, one per step.

At `descriptor` are six numbers: the offset of the pieces in `values`, their capacity, the index of the oldest in the
ring, their number, how many of them are visible (0 for all), and the time before which nothing has arrived: a step to
or past a jump does not see it before the step ends there. A piece is eleven numbers: its start, its length, the degree
of its polynomial (at most 7), and the coefficients of its Newton form at equidistant nodes, one more than the degree. A
piece starts where the previous one ends; if their values differ there the signal jumps, and at that time itself, or a
rounding error before it, the later piece holds. A full ring drops its oldest piece. Before the oldest piece its first
value holds; after the newest one its polynomial is extrapolated.
"""

from .subset import Array, inline, is_nan

START = 0
CAPACITY = 1
OLDEST = 2
COUNT = 3
VISIBLE = 4
BEGIN = 5
DESCRIPTOR_SIZE = 6
HEADER_SIZE = 3
MAX_VALUES = 8
PIECE_SIZE = HEADER_SIZE + MAX_VALUES
ROUNDING = 1e-15
SMALLEST = 1e-300


def history_clear(values: Array, descriptor: int, start: int, capacity: int) -> None:
    """Create an empty ring of `capacity` pieces from `values[start]` on."""
    values[descriptor + START] = float(start)
    values[descriptor + CAPACITY] = float(capacity)
    values[descriptor + OLDEST] = 0.0
    values[descriptor + COUNT] = 0.0
    values[descriptor + VISIBLE] = 0.0
    values[descriptor + BEGIN] = 0.0


@inline
def history_piece(values: Array, descriptor: int, number: int) -> int:
    """The offset in `values` of a piece, numbered from the oldest."""
    capacity = int(values[descriptor + CAPACITY])
    index = int(values[descriptor + OLDEST]) + number
    if index >= capacity:
        index -= capacity
    return int(values[descriptor + START]) + PIECE_SIZE * index


def history_append(values: Array, descriptor: int, begin: float, length: float, degree: int) -> int:
    """Add a piece, dropping the oldest if the ring is full; return the offset of its values.

    The caller stores the signal there at equidistant points, one more than the degree, and calls `history_close`.
    """
    count = int(values[descriptor + COUNT])
    if count == int(values[descriptor + CAPACITY]):
        oldest = int(values[descriptor + OLDEST]) + 1
        values[descriptor + OLDEST] = 0.0 if oldest == count else float(oldest)
        values[descriptor + VISIBLE] = max(0.0, values[descriptor + VISIBLE] - 1.0)
        count -= 1
    piece = history_piece(values, descriptor, count)
    values[piece] = begin
    values[piece + 1] = length
    values[piece + 2] = float(degree)
    values[descriptor + COUNT] = float(count + 1)
    return piece + HEADER_SIZE


def history_close(values: Array, offset: int) -> None:
    """Replace the values by their divided differences."""
    degree = int(values[offset - 1])
    for order in range(1, degree + 1):
        for i in range(degree, order - 1, -1):
            values[offset + i] = (values[offset + i] - values[offset + i - 1]) / float(order)


def history_has_space(values: Array, descriptor: int, since: float) -> bool:
    """True if one more piece can be appended with the signal still known from `since` on."""
    if values[descriptor + COUNT] < values[descriptor + CAPACITY]:
        return True
    return values[descriptor + COUNT] > 1.0 and values[history_piece(values, descriptor, 1)] <= since


def history_begun(values: Array, descriptor: int, count: int, t: float) -> int:
    """How many of the first `count` pieces have started by t."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) // 2
        if values[history_piece(values, descriptor, middle)] <= t:
            low = middle + 1
        else:
            high = middle
    return low


def history_hide(values: Array, descriptor: int, jump: float) -> None:
    """Show only pieces that start before a jump."""
    early = jump - max(ROUNDING * abs(jump), SMALLEST)
    values[descriptor + VISIBLE] = float(history_begun(values, descriptor, int(values[descriptor + COUNT]), early))


def history_piece_at(values: Array, descriptor: int, t: float) -> int:
    """The offset in `values` of the piece that holds at t, -1 if t is before all of them; there must be a piece."""
    high = int(values[descriptor + COUNT])
    if values[descriptor + VISIBLE] > 0.0:
        high = min(high, int(values[descriptor + VISIBLE]))
    newest = history_piece(values, descriptor, high - 1)
    low = history_begun(values, descriptor, high, t + ROUNDING * abs(values[newest] + values[newest + 1]))
    return -1 if low == 0 else history_piece(values, descriptor, low - 1)


def history_value(values: Array, descriptor: int, t: float) -> float:
    """The signal at t, just after the jump if there is one."""
    piece = history_piece_at(values, descriptor, t)
    if piece < 0:
        return t if is_nan(t) else values[history_piece(values, descriptor, 0) + HEADER_SIZE]
    degree = int(values[piece + 2])
    s = values[piece + 2] * (t - values[piece]) / values[piece + 1]
    value = values[piece + HEADER_SIZE + degree]
    for i in range(degree - 1, -1, -1):
        value = values[piece + HEADER_SIZE + i] + (s - float(i)) * value
    return value


def history_slope(values: Array, descriptor: int, t: float) -> float:
    """The derivative of the signal at t, unless it jumps there."""
    piece = history_piece_at(values, descriptor, t)
    if piece < 0:
        return 0.0
    degree = int(values[piece + 2])
    s = values[piece + 2] * (t - values[piece]) / values[piece + 1]
    value = values[piece + HEADER_SIZE + degree]
    slope = 0.0
    for i in range(degree - 1, -1, -1):
        slope = value + (s - float(i)) * slope
        value = values[piece + HEADER_SIZE + i] + (s - float(i)) * value
    return slope * values[piece + 2] / values[piece + 1]
