"""The table of events: columns and entries say the same, and a selection keeps the numbers of the whole."""

import pickle

import numpy as np
import pytest

from benchmarks.models import BALL
from simnon import UserError
from simnon.simulation import EventLog
from tests.answers.running import loaded


def events(stop: float = 6.0) -> EventLog:
    found = loaded(BALL).simulate(0, stop).events
    assert isinstance(found, EventLog)
    return found


def test_columns_and_entries_agree() -> None:
    log = events()
    columns = zip(log.time, log.name, log.before, log.after, log.crossing, strict=True)

    assert len(log) > 5
    assert [(e.time, e.name, e.before, e.after, e.crossing) for e in log] == list(columns)


def test_the_entries_of_a_name_are_those_a_loop_would_find() -> None:
    log = events()

    assert list(log.of("V")) == [entry for entry in log if entry.name == "v"]
    assert np.array_equal(log.of("v").time, [entry.time for entry in log if entry.name == "v"])


def test_a_name_without_entries_has_none_and_a_wrong_one_is_an_error() -> None:
    log = events(0.1)

    assert len(log.of("v")) == 0
    with pytest.raises(UserError, match="no event has the name 'velocity'"):
        log.of("velocity")


def test_the_log_grows_with_its_run() -> None:
    model = loaded(BALL)
    run = model.begin(0, 6)
    run.advance_to(2.0)
    log = run.trajectory().events
    few = list(log)
    run.advance_to(6.0)

    assert 0 < len(few) < len(log)
    assert list(log)[: len(few)] == few
    assert list(log.of("v")) == [entry for entry in log if entry.name == "v"]


def test_a_pickled_log_keeps_its_columns() -> None:
    log = events()
    again = pickle.loads(pickle.dumps(log))  # noqa: S301

    assert again == log
    assert np.array_equal(again.of("v").crossing, log.of("v").crossing)


def test_instants_count_times_once() -> None:
    log = events()

    assert log.instants == len(set(log.time.tolist()))
