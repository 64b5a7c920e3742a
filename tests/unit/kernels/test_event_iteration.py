"""event_iteration: what is due at an instant is applied together, from the values before, until nothing is due."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels.accumulation import AT_ONCE
from simnon.kernels.control import (
    CHATTERING,
    ENDLESS,
    LOGGED_ACCUMULATION,
    NOT_FINITE,
    OUTSIDE_DOMAIN,
    RUNNING,
    SAMPLING_STUCK,
    SLIDE_REQUESTED,
    STOPPED,
    TRIAL,
)
from simnon.kernels.event_iteration import (
    CLUSTER_SPAN,
    CUTS_BETWEEN_MARKS,
    SLOW,
    cluster,
    iterate_instant,
    look_ahead,
    outside_domain,
)
from simnon.kernels.subset import Array
from simnon.program import (
    DelaySlots,
    EventSlots,
    GuardSlot,
    Layout,
    SamplerSlots,
    StopSlots,
)
from simnon.simulation import RunOptions
from tests.unit.analysis.small_models import text_of

from .begun_runs import BegunRun, begun_model, state_slots
from .instants import (
    BEFORE,
    EVENTS,
    MODES,
    NOW,
    SAMPLED,
    START,
    STOP,
    TIMED,
    TOLERANCE,
    ULP,
    able_to_slide,
    by_state,
    crossing,
    events_of_test,
    instant,
    relay,
    slope,
    truths,
)


def ahead_of(run: BegunRun) -> float:
    look_ahead(*run.model, TOLERANCE)
    return run.control.limit


def test_without_further_instants_the_limit_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ahead_of(instant(monkeypatch, Layout())) == STOP


def test_the_limit_is_the_next_time_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def time_events(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = values[50], values[51]

    run = instant(monkeypatch, TIMED, time_events=time_events)
    run.values[50], run.values[51] = NOW + TOLERANCE, 7.0
    assert ahead_of(run) == 7.0
    run.values[50] = NOW + 9 * ULP
    assert ahead_of(run) == NOW + 9 * ULP
    run.values[50] = run.values[51] = STOP + 1.0
    assert ahead_of(run) == STOP


def test_the_limit_is_the_next_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, SAMPLED)
    run.values[20] = 6.0
    run.values[-1] = 4.0
    assert ahead_of(run) == 6.0


def test_the_limit_is_the_next_arrival_of_a_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time - 1.5

    layout = Layout(delays=(DelaySlots("", 20, 21, 30),))
    run = instant(monkeypatch, layout, delay_sources=delay_sources)
    # The event at this instant arrives as a jump.
    assert ahead_of(run) == 4.5
    assert run.control.jump_count == 1.0


def test_guards_have_the_signs_of_just_after_the_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    run = crossing(monkeypatch, at=-1e-13, slope_of_state=1.0, before=-1.0)
    run.set_states(0, 0.0, 1.0)
    ahead_of(run)
    ahead = TOLERANCE + 4e-12 * 0.5
    assert run.control.horizon == NOW + ahead
    assert run.array_of_states(TRIAL) == [7.0, ahead - 1e-13]
    assert run.guards(BEFORE) == pytest.approx([5.0, ahead - 1e-13], abs=1e-14)
    assert list(run.states) == [7.0, -1e-13]


def test_a_negative_guard_of_a_domain_is_the_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    guards = (GuardSlot(0, "", ()), GuardSlot(1, "", (), limits="SQRT"), GuardSlot(2, "", (), limits="LN"))
    run = instant(monkeypatch, Layout(guards=guards))
    for values, culprit in [((-1.0, 0.0, 1.0), -1), ((-1.0, 1.0, -1.0), 2), ((1.0, -1.0, -1.0), 1)]:
        run.set_guards(BEFORE, *values)
        assert outside_domain(run.control, run.plan, run.work) == culprit


def clustered(run: BegunRun, passed: float) -> int:
    run.control.time = NOW + passed * (STOP - START)
    return cluster(run.control)


def test_events_within_a_short_time_are_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    control = run.control
    control.cluster_time, control.cluster = NOW, 6.0
    assert clustered(run, 0.99 * CLUSTER_SPAN) == RUNNING
    assert (control.cluster, control.cluster_time) == (7.0, NOW)
    assert clustered(run, 1.01 * CLUSTER_SPAN) == RUNNING
    assert (control.cluster, control.cluster_time) == (1.0, control.time)


def test_a_cluster_that_is_too_large_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    control = run.control
    control.cluster_time, control.cluster = NOW, 257.0
    assert clustered(run, 0.0) == RUNNING
    assert clustered(run, 0.0) == CHATTERING
    control.is_cut = False
    assert clustered(run, 0.0) == RUNNING


def test_events_too_close_to_distinguish_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(modes=MODES), is_cut=True)
    run.control.near_events = 10.0
    assert cluster(run.control) == RUNNING
    run.control.near_events = 11.0
    assert cluster(run.control) == CHATTERING


@pytest.mark.parametrize(
    ("cuts", "passed", "watch", "is_implicit", "is_sign"),
    [
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, False, True),
        (CUTS_BETWEEN_MARKS, 1.01 * SLOW, 1.0, False, False),
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 0.0, False, False),
        (CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, True, False),
        (CUTS_BETWEEN_MARKS + 1, 0.99 * SLOW, 1.0, False, False),
        (2 * CUTS_BETWEEN_MARKS, 0.99 * SLOW, 1.0, False, True),
    ],
)
def test_many_events_in_a_short_time_are_a_sign_of_stiffness(
    monkeypatch: pytest.MonkeyPatch, cuts: float, passed: float, watch: float, is_implicit: bool, is_sign: bool
) -> None:
    run = instant(monkeypatch, Layout(), is_cut=True)
    control = run.control
    control.cuts, control.watch, control.is_implicit, control.enough_signs = cuts, watch, is_implicit, 15.0
    control.events_marked_time = NOW
    clustered(run, passed)
    assert control.stiff_signs == (15.0 if is_sign else 0.0)
    assert control.events_marked_time == (NOW if cuts % CUTS_BETWEEN_MARKS else control.time)


def when(
    patch: pytest.MonkeyPatch,
    condition: Callable[[Array], bool],
    assign: Callable[[Array], float],
    *,
    is_cut: bool = True,
    count: int = 1,
) -> BegunRun:
    """`count` events, each of which assigns to its state what is computed of the states before."""

    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        for i in range(count):
            out[i] = 1.0 if condition(states) else 0.0

    def events(time: float, states: Array, values: Array, out: Array) -> None:
        for i in range(count):
            values[30 + i] = assign(states)

    slots = tuple(EventSlots("", i, ((i, 30 + i),), ()) for i in range(count))
    layout = Layout(states=state_slots(count), events=slots)
    return instant(patch, layout, states=(1.0,) * count, is_cut=is_cut, conditions=conditions, events=events)


def at_instant(run: BegunRun) -> int:
    return iterate_instant(*run.model, run.log)


def test_simultaneous_events_swap_states(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = out[1] = 1.0 if states[0] < states[1] else 0.0

    layout = Layout(states=state_slots(2), events=EVENTS)
    run = instant(monkeypatch, layout, states=(1.0, 2.0), is_cut=True, conditions=conditions, events=events_of_test)
    assert at_instant(run) == RUNNING
    assert list(run.states) == [2.0, 1.0]
    assert run.control.has_changed
    assert (run.control.events, run.control.cuts, run.control.cluster) == (5.0, 1.0, 1.0)


def test_an_event_makes_a_second_one_due_at_the_same_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = float(states[0] == 1.0), float(values[40] == 5.0)

    layout = Layout(states=state_slots(2), events=EVENTS)
    run = instant(monkeypatch, layout, states=(1.0, 2.0), is_cut=True, conditions=conditions, events=events_of_test)
    assert at_instant(run) == RUNNING
    # First the second state becomes 1 and the slot 5, then the first state becomes what the second has become.
    assert list(run.states) == [1.0, 1.0]
    assert [entry[5] for entry in run.logged()] == [0.0, 0.0, 0.0, 1.0]


def test_only_the_first_iteration_of_an_instant_is_at_an_event_just_located(monkeypatch: pytest.MonkeyPatch) -> None:
    located: list[bool] = []

    def iterate(*given: object) -> int:
        located.append(bool(given[-1]))
        return 0

    for is_cut in (True, False):
        run = when(monkeypatch, lambda states: states[0] == 1.0, lambda _: 2.0, is_cut=is_cut)
        monkeypatch.setattr("simnon.kernels.event_iteration.iterate_modes", iterate)
        located.clear()
        assert at_instant(run) == RUNNING
        assert located == ([True, False] if is_cut else [False])


def test_pre_reads_values_from_before_each_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    def before(time: float, states: Array, values: Array, out: Array) -> None:
        values[60] = states[0]

    run = when(monkeypatch, lambda states: states[0] == 1.0, lambda _: 2.0)
    monkeypatch.setattr("simnon.kernels.event_iteration.before", before)
    at_instant(run)
    assert run.values[60] == 2.0


def test_events_that_make_each_other_due_for_ever_chatter(monkeypatch: pytest.MonkeyPatch) -> None:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = float(states[1] > 0.0), float(states[1] < 0.0)

    def events(time: float, states: Array, values: Array, out: Array) -> None:
        values[30], values[33] = -states[1], -states[1]

    slots = (EventSlots("", 0, ((1, 30),), ()), EventSlots("", 1, ((1, 33),), ()))
    layout = Layout(states=state_slots(2), events=slots)
    run = instant(monkeypatch, layout, states=(0.0, 1.0), is_cut=True, conditions=conditions, events=events)
    assert at_instant(run) == CHATTERING
    assert len(run.logged()) == 100


def test_an_event_that_makes_a_state_nonfinite_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = when(monkeypatch, lambda _: True, lambda _: math.nan)
    assert at_instant(run) == NOT_FINITE


def test_a_stop_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, Layout(stops=(StopSlots(0, ""),)), conditions=truths(1.0))
    assert at_instant(run) == STOPPED
    assert not run.control.has_changed


def test_modes_that_chatter_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = relay(monkeypatch)
    run.control.is_cut = True
    assert at_instant(run) == CHATTERING


def test_a_request_to_slide_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    run = able_to_slide(relay(monkeypatch))
    run.control.is_cut = True
    assert at_instant(run) == SLIDE_REQUESTED


def test_leaving_a_domain_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def negative(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = out[1] = -1.0

    for culprit in range(2):
        guards = tuple(GuardSlot(i, "", (), limits="SQRT" if i == culprit else "") for i in range(2))
        run = instant(monkeypatch, Layout(guards=guards), guards=negative)
        assert at_instant(run) == OUTSIDE_DOMAIN
        assert run.control.culprit == culprit


def sampler(patch: pytest.MonkeyPatch, period: float) -> BegunRun:
    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        if out[0] != 0.0:
            values[20] = time + period
            values[21] += 1.0

    run = instant(patch, Layout(samplers=(SamplerSlots("", 20, range(0), (), 0),)), sample=sample)
    run.values[20] = NOW
    return run


def test_a_sample_is_taken_once_and_the_next_one_is_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = sampler(monkeypatch, 0.25)
    assert at_instant(run) == RUNNING
    assert (run.values[21], run.control.samples, run.control.limit) == (1.0, 1.0, 3.25)
    assert run.control.cuts == 0.0


def test_a_sampler_that_is_stuck_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_instant(sampler(monkeypatch, 0.0)) == SAMPLING_STUCK


def test_samples_alone_come_before_the_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        seen.append("modes")

    def sample(time: float, states: Array, values: Array, out: Array) -> None:
        seen.append("sample")
        values[20] = 5.0

    layout = Layout(modes=(10,), samplers=(SamplerSlots("", 20, range(0), (), 0),))
    for is_cut, expected in [(False, ["sample", "modes"]), (True, ["modes", "sample", "modes"])]:
        run = instant(monkeypatch, layout, is_cut=is_cut, modes=modes, sample=sample)
        seen.clear()
        run.values[20] = NOW
        assert at_instant(run) == RUNNING
        assert seen == expected


def test_the_first_instant_starts_with_the_modes_just_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(
        monkeypatch, Layout(states=state_slots(1), modes=MODES), states=(1.0,), modes=by_state, derivatives=slope(0.0)
    )
    run.control.events = 0.0
    assert at_instant(run) == RUNNING
    assert list(run.values[10:12]) == [1.0, 1.0]
    assert run.logged() == []


def test_a_later_instant_logs_the_modes_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(
        monkeypatch, Layout(states=state_slots(1), modes=MODES), states=(1.0,), modes=by_state, derivatives=slope(0.0)
    )
    assert at_instant(run) == RUNNING
    assert len(run.logged()) == 2
    assert run.control.has_changed


def endless(patch: pytest.MonkeyPatch, condition: Callable[[Array], bool]) -> BegunRun:
    """A series of bounces has reached its end; if the condition holds, the state becomes 5."""
    run = when(patch, condition, lambda _: 5.0)
    control = run.control
    control.near_events, control.shrinking_ratio, control.rest = ENDLESS, 0.25, 0.5
    for i in range(2):
        run.work[control.last_event + i] = 1.0
    return run


def test_a_series_of_events_comes_to_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    run = endless(monkeypatch, lambda _: False)
    looks: list[float] = []
    monkeypatch.setattr("simnon.kernels.event_iteration.before", lambda time, *_: looks.append(time))
    assert at_instant(run) == RUNNING
    assert run.control.time == run.control.accumulated == 3.5
    assert looks == [NOW, 3.5]
    assert [entry[1] for entry in run.logged()] == [LOGGED_ACCUMULATION]


def test_a_series_that_is_not_held_at_its_end_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def at_the_limit(states: Array) -> bool:
        nonlocal looks
        looks += 1
        return looks > 1

    run = endless(monkeypatch, at_the_limit)
    assert at_instant(run) == CHATTERING
    assert run.states[0] == 1.0


def test_an_event_right_after_coming_to_rest_chatters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = endless(monkeypatch, lambda _: False)
    run.control.near_events = 0.0
    run.control.accumulated = NOW - 0.5 * AT_ONCE * (STOP - START)
    assert at_instant(run) == CHATTERING
    assert run.logged() == []


def test_the_states_after_an_event_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    run = when(monkeypatch, lambda _: True, lambda _: 5.0)
    assert at_instant(run) == RUNNING
    assert run.work[run.control.last_event] == 5.0


def test_delays_see_every_jump_that_has_been_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def delay_sources(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time - 1.5

    run = instant(monkeypatch, Layout(delays=(DelaySlots("", 20, 21, 30),)), delay_sources=delay_sources)
    run.values[34], run.values[35] = 3.0, 1e308
    assert at_instant(run) == RUNNING
    assert run.values[34] == 0.0
    assert run.values[35] == pytest.approx(START)


def test_a_text_applies_its_whens_together(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(
        "dx = 0*x",
        "STATE y",
        "DER dy",
        "dy = 0*y",
        "WHEN t > 2\n  x = PRE(y)\nEND",
        "WHEN t > 2\n  y = PRE(x)\nEND",
        start="x: 7\ny: 8",
    )
    run = begun_model(text, monkeypatch, RunOptions(0.0, 10.0, method="dopri5"))
    assert iterate_instant(*run.model, run.log) == RUNNING
    assert list(run.states) == [7.0, 8.0]
    assert run.control.limit == 2.0
    run.control.time = run.control.reached = 2.0
    assert iterate_instant(*run.model, run.log) == RUNNING
    assert list(run.states) == [8.0, 7.0]
    assert run.control.limit == 10.0
