"""subset, control: the numbers of a run have names, types and distinct offsets."""

from array import array

from simnon.kernels import RECORDS, Control
from simnon.kernels.subset import Fixed, Record, Shared


class Example(Record):
    length: float
    count: Fixed[int]
    is_last: Shared[bool]


def test_a_record_reads_and_writes_numbers_of_its_types() -> None:
    record = Example(array("d", [0.5, 3.0, 1.0, 7.0]))
    assert (record.length, record.count, record.is_last) == (0.5, 3, True)
    assert isinstance(record.count, int)

    record.count += 1
    record.is_last = False

    assert list(record.numbers) == [0.5, 4.0, 0.0, 7.0]
    assert record[3] == 7.0


def test_fields_are_marked_as_fixed_or_shared() -> None:
    assert {name: field.mark for name, field in Example.record_fields.items()} == {
        "length": "",
        "count": "fixed",
        "is_last": "shared",
    }


def test_no_two_fields_of_a_record_have_the_same_offset() -> None:
    for record in RECORDS.values():
        offsets = [field.offset for field in record.record_fields.values()]
        assert offsets == list(range(len(offsets)))
    assert Control.offset("time") == 0
