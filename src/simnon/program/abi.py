"""DATA: the one signature of every entry of a model, and what each entry does; the entries of run loops and ensembles.

    entry(time: float, states: array, values: array (written), out: array (written))

`values` holds every number of a run except the continuous states and the time; `layout` describes it.
An entry that a model does not need is absent from the program: it has nothing to do.
"""

from .instructions import Parameter, Type

ENTRY_PARAMETERS = (
    Parameter("time", Type.FLOAT),
    Parameter("states", Type.ARRAY),
    Parameter("values", Type.ARRAY, is_written=True),
    Parameter("out", Type.ARRAY, is_written=True),
)

ENTRIES = {
    "initial": "parameters -> values that are constant during the run, start values of all states",
    "held": "values that change only at events and samples",
    "times": "values that depend on time but not on states",
    "derivatives": "states -> out: their derivatives",
    "sliding_derivatives": "states -> out: their derivatives while a run slides along the zeros of guards",
    "outputs": "states -> values of all variables that can be recorded",
    "guards": "states -> out: the expressions whose change of sign is an event",
    "time_events": "out: the times of the events that are known in advance",
    "modes": "states -> out: what each mode would be now, without changing it",
    "conditions": "states -> out: 1 if the condition of a WHEN, STOP WHEN or EVENT holds",
    "before": "states -> values: what PRE(...) reads at the instant that follows",
    "sample": "states, due systems in out -> values: outputs, NEW and TSAMP of the systems due",
    "events": "states, due events in out -> values: the next value of everything that a WHEN assigns",
    "shifts": "states -> out: how much the event of each guard, time event and delay moves, in each direction",
    "delay_sources": "states -> values: what each DELAY remembers",
    "jacobian": "states -> out: the nonzero derivatives of derivatives by states, then by time",
}
"""The entries in the order in which they are printed."""

RUN, BEGIN, ENSEMBLE = "run", "begin", "ensemble"
"""The entries of a run loop, and that of a kernel of ensembles; all their arguments are arrays."""
ARRAYS_OF_RUN, ARRAYS_OF_BEGIN = 7, 5
"""The number of arrays; `begin` takes the first of those of `run`."""
