"""Expressions -> lowered expressions: their depth."""

from collections.abc import Iterator

from simnon.compiler import compile_model
from simnon.program import Expression, Operation, Program, expressions_of, statements_within


def test_many_conditions_are_a_tree_that_is_not_deep() -> None:
    text = "CONTINUOUS SYSTEM s\nINPUT u[1..n]\n{}\nu: 0.5\nn: 500\nEND\n"
    program = compile_model(text.format("STOP WHEN ANY(u > ONES(n))"), arrays="expanded").program

    level = [each for each in _expressions(program) if isinstance(each, Operation) and each.operator == "or"]
    depth = compared = 0
    while level:
        inner = [part for each in level for part in each.arguments if isinstance(part, Operation)]
        compared += sum(part.operator == ">" for part in inner)
        level = [part for part in inner if part.operator == "or"]
        depth += 1

    assert compared in (500, 1000)
    assert depth < 80


def _expressions(program: Program) -> Iterator[Expression]:
    for function in program.functions:
        for statement in statements_within(function.body):
            yield from expressions_of(statement)
