"""A function that calls for answers -> a generator that yields its questions.

Libraries call a function for each value they need; a session must be in control instead, so that it can report
progress and be interrupted. The function runs in its own thread, and one of the two is always waiting.
"""

import queue
import threading
from collections.abc import Callable, Generator
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Result = TypeVar("Result")


class _Cancelled(BaseException):
    """No more answers will come; it ends the thread, and no library catches it."""


class _Desk(Generic[Question, Answer, Result]):
    """What passes between the threads: questions and the result one way, answers and errors the other."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[tuple[Question] | None] = queue.SimpleQueue()
        self.answered: queue.SimpleQueue[tuple[Answer] | BaseException] = queue.SimpleQueue()
        self.result: list[Result] = []
        self.error: BaseException | None = None

    def question(self, question: Question) -> Answer:
        self.asked.put((question,))
        answer = self.answered.get()
        if isinstance(answer, BaseException):
            raise answer
        return answer[0]

    def work(self, function: Callable[[Callable[[Question], Answer]], Result]) -> None:
        try:
            self.result.append(function(self.question))
        except _Cancelled:
            pass
        except BaseException as error:  # noqa: BLE001  it is raised again by the generator
            self.error = error
        finally:
            self.asked.put(None)


def ask(function: Callable[[Callable[[Question], Answer]], Result]) -> Generator[Question, Answer, Result]:
    """Yield the questions of `function`, pass on the answers sent (or thrown) back, and return its result."""
    desk: _Desk[Question, Answer, Result] = _Desk()
    thread = threading.Thread(target=desk.work, args=(function,), daemon=True)
    thread.start()
    try:
        while (asked := desk.asked.get()) is not None:
            try:
                answer = yield asked[0]
            except Exception as error:  # noqa: BLE001  it belongs to the function that called
                desk.answered.put(error)
            else:
                desk.answered.put((answer,))
    finally:
        desk.answered.put(_Cancelled())
        thread.join()
    if desk.error is not None:
        raise desk.error
    return desk.result[0]
