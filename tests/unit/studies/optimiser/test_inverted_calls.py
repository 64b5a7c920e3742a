"""ask: a function that calls becomes a generator that yields its questions."""

import threading
from collections.abc import Callable

import pytest

from simnon.studies import ask


def total(question: Callable[[int], int]) -> int:
    return sum(question(number) for number in range(3))


def test_questions_are_yielded_and_the_result_is_returned() -> None:
    questions = ask(total)

    assert next(questions) == 0
    assert questions.send(10) == 1
    assert questions.send(20) == 2
    with pytest.raises(StopIteration) as end:
        questions.send(30)
    assert end.value.value == 60


def test_an_error_of_the_function_is_raised() -> None:
    def divide(question: Callable[[int], int]) -> float:
        return 1 / question(1)

    questions = ask(divide)
    next(questions)

    with pytest.raises(ZeroDivisionError):
        questions.send(0)


def test_a_thrown_error_reaches_the_function() -> None:
    def careful(question: Callable[[int], int]) -> str:
        try:
            question(1)
        except ValueError as error:
            return str(error)
        return ""

    questions = ask(careful)
    next(questions)

    with pytest.raises(StopIteration) as end:
        questions.throw(ValueError("enough"))
    assert end.value.value == "enough"


def test_a_closed_generator_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    questions = ask(total)
    next(questions)
    assert threading.active_count() == before + 1

    questions.close()

    assert threading.active_count() == before
