"""interrupts_held: Ctrl-C is held back until the end of a critical section."""

import signal
import threading

import pytest

from simnon.source import interrupts_held


def test_an_interruption_waits_for_the_end() -> None:
    done = []

    def make_step() -> None:
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest of the step")

    with pytest.raises(KeyboardInterrupt):
        make_step()

    assert done == ["the rest of the step"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_different_signal_handler_is_left_alone() -> None:
    came = []
    before = signal.signal(signal.SIGINT, lambda _number, _frame: came.append("at once"))
    try:
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            assert came == ["at once"]
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_are_not_affected() -> None:
    done = []

    def work() -> None:
        with interrupts_held():
            done.append("work")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert done == ["work"]
