from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simnon.frontends.web.journal import MAX_ARRANGEMENT, KeptJournal


@contextmanager
def kept(folder: Path | None, *, is_over: bool = False) -> Iterator[KeptJournal]:
    journal = KeptJournal(folder)
    yield journal
    journal.close(is_over=is_over)


def lost_in(folder: Path) -> tuple[str, ...]:
    with kept(folder) as journal:
        return journal.lost


def left_by(folder: Path, *lines: str) -> None:
    """As a process that was killed leaves it."""
    with kept(folder) as journal:
        for line in lines:
            journal.add(line)


def test_lines_of_a_session_without_an_end_are_lost_and_can_be_taken_over(tmp_path: Path) -> None:
    left_by(tmp_path, "SYST TANK", "PAR A: 1")
    with kept(tmp_path) as journal:
        assert journal.take_over() == ("SYST TANK", "PAR A: 1")
        journal.add("SIMU")

    assert lost_in(tmp_path) == ("SYST TANK", "PAR A: 1", "SIMU")


def test_lines_about_which_nobody_has_decided_do_not_mix_with_new_ones(tmp_path: Path) -> None:
    left_by(tmp_path, "PAR A: 1")
    left_by(tmp_path)
    assert lost_in(tmp_path) == ("PAR A: 1",)

    left_by(tmp_path, "PAR B: 1")
    assert lost_in(tmp_path) == ("PAR B: 1",)


def test_a_line_that_is_held_is_kept_with_the_next_one(tmp_path: Path) -> None:
    left_by(tmp_path, "PAR A: 1")
    with kept(tmp_path) as journal:
        journal.hold("SYST TANK")
    assert lost_in(tmp_path) == ("PAR A: 1",)

    with kept(tmp_path) as journal:
        journal.hold("SYST TANK")
        journal.add("SIMU")
    assert lost_in(tmp_path) == ("SYST TANK", "SIMU")


def test_after_stop_and_after_a_refusal_nothing_is_lost(tmp_path: Path) -> None:
    left_by(tmp_path, "PAR A: 1")
    with kept(tmp_path, is_over=True) as journal:
        journal.forget()
        journal.add("PAR B: 1")

    assert lost_in(tmp_path) == ()


def test_a_last_line_that_is_not_complete_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_text('"PAR A: 1"\n"PAR B')

    assert lost_in(tmp_path) == ("PAR A: 1",)


def test_one_process_keeps_it_and_the_other_says_why_not(tmp_path: Path) -> None:
    with kept(tmp_path) as first, kept(tmp_path) as second:
        second.add("PAR A: 1")
        second.arrangement = "{}"

        assert first.trouble == ""
        assert "another session" in second.trouble
        assert first.arrangement == ""
    with kept(None) as nowhere:
        assert nowhere.trouble


def test_an_arrangement_that_is_too_long_is_not_kept(tmp_path: Path) -> None:
    with kept(tmp_path) as journal:
        journal.arrangement = "{}"
        journal.arrangement = "x" * (MAX_ARRANGEMENT + 1)

        assert journal.arrangement == "{}"
