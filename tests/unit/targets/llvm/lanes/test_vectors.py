"""Vectors: known values need no instruction, and one lane is one number."""

from simnon.program import Type
from simnon.targets.llvm.flow import Flow
from simnon.targets.llvm.lanes.vectors import MASK, Value, Vectors


def vectors_of(width: int) -> tuple[Vectors, Flow]:
    flow = Flow()
    flow.set(MASK, "", "%mask")
    return Vectors(flow, width), flow


def test_varying_values_and_literals_are_widened_without_an_instruction() -> None:
    vectors, flow = vectors_of(8)

    assert vectors.widened(Value("%v1", varies=True), Type.FLOAT) == "%v1"
    assert vectors.widened(Value("3", varies=False), Type.INT) == "splat (i64 3)"
    assert not flow.to.lines


def test_one_number_is_broadcast_by_a_shuffle_and_copied_to_a_single_lane() -> None:
    many, flow = vectors_of(8)
    one, flow_of_one = vectors_of(1)

    assert many.widened(Value("%x", varies=False), Type.FLOAT) == "%v2"
    assert flow.to.lines == [
        "  %v1 = insertelement <8 x double> poison, double %x, i64 0",
        "  %v2 = shufflevector <8 x double> %v1, <8 x double> poison, <8 x i32> zeroinitializer",
    ]
    assert one.widened(Value("%x", varies=False), Type.FLOAT) == "%x"
    assert not flow_of_one.to.lines


def test_no_lane_adds_nothing_to_a_mask() -> None:
    vectors, flow = vectors_of(8)

    assert vectors.in_either("%a", vectors.no_lane) == vectors.in_either(vectors.no_lane, "%a") == "%a"
    assert not flow.to.lines


def test_a_varying_condition_keeps_its_lanes_and_a_uniform_one_all() -> None:
    vectors, flow = vectors_of(4)

    assert vectors.keep(Value("%is_more", varies=False)) == "%is_more"
    assert vectors.here == "%mask"
    assert vectors.keep(Value("%are_more", varies=True)) == "%v3"
    assert vectors.here == "%v1"
    assert flow.to.lines == [
        "  %v1 = and <4 x i1> %mask, %are_more",
        "  %v2 = bitcast <4 x i1> %v1 to i4",
        "  %v3 = icmp ne i4 %v2, 0",
    ]


def test_ints_are_computed_once_unless_one_of_them_varies() -> None:
    vectors, flow = vectors_of(4)
    same, other = Value("%n", varies=False), Value("%m", varies=True)

    assert vectors.on_ints("add", same, Value("1", varies=False)) == Value("%v1", varies=False)
    assert vectors.on_ints("add", other, Value("1", varies=False)) == Value("%v2", varies=True)
    assert flow.to.lines == ["  %v1 = add i64 %n, 1", "  %v2 = add <4 x i64> %m, splat (i64 1)"]
