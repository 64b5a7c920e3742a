"""control: no two things of a run have the same place."""

from simnon.kernels import control, control_numbers

NOT_PLACES = {"CONTROL_SIZE", "MOST_JUMPS", "VALUES_OF_A_PIECE"}


def test_no_two_things_of_a_run_have_the_same_place() -> None:
    """The names before CONTROL_SIZE are places; those after it are arrays, phases and reasons."""
    names = list(control_numbers())
    places = [name for name in names[: names.index("CONTROL_SIZE")] if name not in NOT_PLACES]
    numbers = [getattr(control, name) for name in places]

    assert sorted(set(numbers)) == sorted(numbers)
    assert max(numbers) < control.CONTROL_SIZE
