"""Watchers see every line and its outcomes, whoever gives it; lines of several threads come one after the other."""

import threading
from pathlib import Path

from simnon.session import Failed, Outcome, Printed, Session
from tests.unit.session.sessions import new_session


class Diary:
    def __init__(self) -> None:
        self.seen: list[str] = []

    def begin(self, prompt: str, line: str) -> None:
        self.seen.append(f"{prompt} {line}")

    def show(self, outcome: Outcome) -> None:
        self.seen.append(type(outcome).__name__)

    def end(self) -> None:
        self.seen.append("end")


def test_a_watcher_sees_lines_outcomes_and_ends(tmp_path: Path) -> None:
    session, diary = new_session(tmp_path), Diary()
    session.watchers.append(diary)
    list(session.execute("WRITE 'hello'"))
    list(session.execute("PAR X: 1"))

    assert diary.seen == ["> WRITE 'hello'", Printed.__name__, "end", "> PAR X: 1", Failed.__name__, "end"]


def test_a_line_that_is_given_up_has_an_end_too(tmp_path: Path) -> None:
    session, diary = new_session(tmp_path), Diary()
    session.watchers.append(diary)
    outcomes = session.execute("WRITE 'hello'")
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]

    assert diary.seen[-1] == "end"
    assert list(session.execute("WRITE 'again'")) == [Printed("again")]


def test_lines_of_threads_do_not_mix(tmp_path: Path) -> None:
    session, diary = new_session(tmp_path), Diary()
    session.watchers.append(diary)
    threads = [threading.Thread(target=_give, args=(session, name)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for position in range(0, len(diary.seen), 3):
        assert diary.seen[position].startswith("> WRITE")
        assert diary.seen[position + 1 : position + 3] == ["Printed", "end"]
    assert len(diary.seen) == 2 * 3 * 50


def _give(session: Session, name: str) -> None:
    for _ in range(50):
        list(session.execute(f"WRITE '{name}'"))
