"""array_lines: which loops compute the arrays of a model, or why they are expanded."""

from simnon.compiler import explain_arrays
from simnon.source import Source


def lines_of(equations: str, n: int = 100) -> list[str]:
    text = f"CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\n{equations}\nx: 1\nn: {n}\nEND\n"
    return explain_arrays([Source("s.t", text, "")])


def test_the_loops_of_a_model_are_listed_with_their_directions() -> None:
    found = lines_of("dx[i] = w[i] FOR i = 1..n\nw[100] = x[1]\nw[i] = w[i+1] + x[i] FOR i = 1..n-1")

    assert found == [
        "arrays: whole",
        "  dx[1..100]: loop, 100 rounds",
        "  w[100..100]: one element",
        "  w[1..99]: loop, 99 rounds in order (i down)",
    ]


def test_an_equation_is_split_where_a_condition_on_its_index_changes() -> None:
    found = lines_of("dx[i] = (IF i = 1 THEN x[n] ELSE x[i-1]) - x[i] FOR i = 1..n")

    assert found == ["arrays: whole", "  dx[1..1]: loop, 1 round", "  dx[2..100]: loop, 99 rounds"]


def test_an_expanded_model_says_why() -> None:
    assert lines_of("dx = -x", n=3) == ["arrays: expanded into elements, because they are small"]
    assert lines_of("dx[i] = SQRT(x[i]) FOR i = 1..n") == [
        "arrays: expanded into elements, because 'SQRT(x[i])' is an event of each element"
    ]


def test_a_model_without_arrays_has_no_lines() -> None:
    assert not explain_arrays([Source("s.t", "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n", "")])
