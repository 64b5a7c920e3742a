"""The past of a delayed signal: a ring of records in the array `values`.

At `descriptor` stand four numbers: where the records start in `values`, how many there is room
for, the place of the oldest one in the ring, and how many there are. A record is three
numbers: time, value, slope. Times never decrease; two records at one time are a jump, and at
that time itself the later one holds. The ring gives up its oldest record when it is full.
Before the oldest record its value holds; after the newest one its tangent goes on. What a
signal was before its first record is for the caller to say, who compares with
`history_start`.
"""

from .subset import Array, inline, is_nan

START = 0
CAPACITY = 1
OLDEST = 2
COUNT = 3
DESCRIPTOR_SIZE = 4
RECORD_SIZE = 3


def history_clear(values: Array, descriptor: int, start: int, capacity: int) -> None:
    """Make an empty ring of `capacity` records from `values[start]` on."""
    values[descriptor + START] = float(start)
    values[descriptor + CAPACITY] = float(capacity)
    values[descriptor + OLDEST] = 0.0
    values[descriptor + COUNT] = 0.0


@inline
def history_record(values: Array, descriptor: int, number: int) -> int:
    """Where in `values` the record with this number stands, counted from the oldest."""
    capacity = int(values[descriptor + CAPACITY])
    place = int(values[descriptor + OLDEST]) + number
    if place >= capacity:
        place -= capacity
    return int(values[descriptor + START]) + RECORD_SIZE * place


def history_append(values: Array, descriptor: int, t: float, value: float, slope: float) -> None:
    """Remember the signal at t, which is not before any record; forget the oldest one for it."""
    count = int(values[descriptor + COUNT])
    if count == int(values[descriptor + CAPACITY]):
        oldest = int(values[descriptor + OLDEST]) + 1
        values[descriptor + OLDEST] = 0.0 if oldest == count else float(oldest)
        count -= 1
    record = history_record(values, descriptor, count)
    values[record] = t
    values[record + 1] = value
    values[record + 2] = slope
    values[descriptor + COUNT] = float(count + 1)


def history_has_room(values: Array, descriptor: int, since: float) -> bool:
    """Whether one more record can be appended and the signal still be known from `since` on."""
    if values[descriptor + COUNT] < values[descriptor + CAPACITY]:
        return True
    return values[descriptor + COUNT] > 1.0 and values[history_record(values, descriptor, 1)] <= since


def history_start(values: Array, descriptor: int) -> float:
    """The time of the oldest record; there must be one."""
    return values[history_record(values, descriptor, 0)]


def history_value(values: Array, descriptor: int, t: float) -> float:
    """The signal at t, just after the jump if there is one; there must be a record."""
    return history_between(values, descriptor, history_count(values, descriptor, t, True), t)


def history_before(values: Array, descriptor: int, t: float) -> float:
    """The signal just before t: differs from `history_value` where it jumps at t."""
    return history_between(values, descriptor, history_count(values, descriptor, t, False), t)


def history_count(values: Array, descriptor: int, t: float, is_at_included: bool) -> int:
    """How many records are before t, or with `is_at_included` not after it."""
    low = 0
    high = int(values[descriptor + COUNT])
    while low < high:
        middle = (low + high) // 2
        time = values[history_record(values, descriptor, middle)]
        if time < t or (is_at_included and time == t):
            low = middle + 1
        else:
            high = middle
    return low


def history_between(values: Array, descriptor: int, number: int, t: float) -> float:
    """The cubic Hermite interpolant at t between the records number-1 and number."""
    first = history_record(values, descriptor, max(0, number - 1))
    if number == 0:
        return t if is_nan(t) else values[first + 1]
    if number == int(values[descriptor + COUNT]):
        return values[first + 1] + values[first + 2] * (t - values[first])
    second = history_record(values, descriptor, number)
    h = values[second] - values[first]
    s = (t - values[first]) / h
    y = values[first + 1]
    difference = values[second + 1] - y
    a = h * values[first + 2]
    b = h * values[second + 2]
    if s == 1.0:
        return values[second + 1]
    return y + s * (a + s * (3.0 * difference - 2.0 * a - b + s * (a + b - 2.0 * difference)))
