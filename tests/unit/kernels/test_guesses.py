"""guesses: they are restored if a step fails, and a loop without a solution shortens the step."""

from simnon.kernels.guesses import are_loops_solved, keep_guesses, note_failed_loop, restore_guesses
from simnon.program import Layout, LoopSlots

from .begun_runs import BegunRun, begun


def run_with_loops() -> BegunRun:
    """Two loops, of two unknowns and of one; the guesses in 10 to 12 are followed by the residuals in 13 and 14."""
    loops = (LoopSlots((), (), (10, 11), 13), LoopSlots((), (), (12,), 14))
    return begun(Layout(loops=loops))


def test_guesses_are_restored_as_they_were_kept() -> None:
    run = run_with_loops()
    for slot in range(9, 15):
        run.values[slot] = float(slot)
    keep_guesses(run.control, run.values, run.work)
    for slot in range(9, 15):
        run.values[slot] = -1.0
    restore_guesses(run.control, run.values, run.work)

    assert list(run.values[9:15]) == [-1.0, 10.0, 11.0, 12.0, -1.0, -1.0]


def test_a_nonzero_residual_marks_a_failed_loop() -> None:
    run = run_with_loops()
    for slot, residual, has_failed in [(14, 0.0, False), (14, -1e-3, True), (14, 0.0, False), (13, 1e-3, True)]:
        run.values[slot] = residual
        note_failed_loop(run.control, run.values)
        assert run.control.has_failed_loop == has_failed
    run.values[13], run.values[12], run.values[15] = 0.0, 1.0, 1.0
    note_failed_loop(run.control, run.values)
    assert not run.control.has_failed_loop


def failed(*, is_cut: bool = False) -> BegunRun:
    run = run_with_loops()
    run.control.has_failed_loop, run.control.is_cut = True, is_cut
    run.control.taken, run.control.step = 0.5, 0.75
    return run


def test_after_a_loop_has_failed_a_step_of_a_tenth_is_tried() -> None:
    run = failed()
    assert not are_loops_solved(run.control)
    assert (run.control.step, run.control.rejected) == (0.1 * 0.5, 1.0)


def test_a_loop_that_fails_after_an_event_does_no_harm() -> None:
    run = failed(is_cut=True)
    assert are_loops_solved(run.control)
    assert (run.control.step, run.control.rejected) == (0.75, 0.0)


def test_a_step_with_solved_loops_is_accepted() -> None:
    run = run_with_loops()
    assert are_loops_solved(run.control)
    assert run.control.rejected == 0.0
    without = begun(Layout())
    without.control.has_failed_loop = True
    assert are_loops_solved(without.control)
