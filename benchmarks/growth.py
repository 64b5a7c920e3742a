"""Cost per instant and per event as a model grows, and dense Jacobians; against the project's own bounds.

    python3 run.py bench growth [--quick]

Samplers of different rates: each instant belongs to one of them. Relays: each event switches one of them. What their
steps take is subtracted: it is measured with the same states and no events. Processor time of the smallest of several
runs. The Jacobian is that of a model in which every derivative depends on every state: what a first stiff run takes
before it begins.
"""

import math
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from simnon import Model, Trajectory, load

CONNECTION = "CONNECTING SYSTEM all\nEND\n"
SAMPLER = """DISCRETE SYSTEM d{i}
STATE x
NEW nx
TIME t
TSAMP ts
nx = 0.9*x + 1
ts = t + h
h: {period!r}
END
"""
RELAY = """CONTINUOUS SYSTEM r{i}
STATE x
DER dx
dx = u
WHEN x > 0.1
  u = -1
END
WHEN x < -0.1
  u = 1
END
u: 1
x: {start!r}
END
"""
INTEGRATOR = """CONTINUOUS SYSTEM r{i}
STATE x
DER dx
dx = u
u: 1
x: {start!r}
END
"""


def main() -> None:
    is_quick = "--quick" in sys.argv
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for count in (100,) if is_quick else (100, 400, 1000):
        model = load(*(SAMPLER.format(i=i, period=1 + 0.001 * i) for i in range(count)), CONNECTION)
        report(f"{count} samplers, us an instant", measure(model, 20.0, lambda run: run.statistics.samples), 1.5)
    for count in (100,) if is_quick else (100, 400, 1000):
        model = load(*(RELAY.format(i=i, start=0.09 * math.cos(i)) for i in range(count)), CONNECTION)
        event = measure(model, 2.0, lambda run: run.statistics.events)
        statistics = model.simulate(0, 2.0, store=[model.states[0]], spacing=2.0).statistics
        integrators = load(*(INTEGRATOR.format(i=i, start=0.09 * math.cos(i)) for i in range(count)), CONNECTION)
        step = measure(integrators, 2.0, lambda run: run.statistics.steps, largest_step=2.0 / statistics.steps)
        steps = step * statistics.steps / statistics.events
        report(f"{count} relays, us an event beyond its steps ({steps:.2f} us)", event - steps, 3.0)
    states = 100 if is_quick else 300
    report(f"Jacobian of {states} states, all coupled, s", jacobian_seconds(states), 1.0)


def report(name: str, measured: float, bound: float) -> None:
    print(f"{name:56}{measured:9.2f}   bound {bound:5.1f}", flush=True)


def measure(model: Model, stop: float, count: Callable[[Trajectory], int], largest_step: float = math.inf) -> float:
    """Microseconds of processor time for each of what `count` counts."""

    def run() -> Trajectory:
        return model.simulate(0, stop, store=[model.states[0]], spacing=stop, largest_step=largest_step)

    happened = count(run())
    model.finish_compiling()
    least = math.inf
    for _ in range(5):
        before = time.thread_time()
        run()
        least = min(least, time.thread_time() - before)
    return 1e6 * least / happened


def jacobian_seconds(states: int) -> float:
    """Processor time that a stiff method takes before its first run; what all models share is compiled in advance."""
    dense_model(10).simulate(0, 1e-3, method="rodas5p")
    model = dense_model(states)
    spent = []
    for _ in range(2):
        before = time.process_time()
        model.simulate(0, 1e-3, method="rodas5p")
        spent.append(time.process_time() - before)
    return spent[0] - spent[1]


def dense_model(states: int) -> Model:
    names = [f"x{i}" for i in range(states)]
    lines = ["CONTINUOUS SYSTEM dense", f"STATE {' '.join(names)}", f"DER {' '.join('d' + name for name in names)}"]
    for i, name in enumerate(names):
        terms = " + ".join(f"{(7 * i + 3 * j) % 11 / 11!r}*{other}" for j, other in enumerate(names))
        lines.append(f"d{name} = -{states}*{name} + {terms}")
    return load("\n".join([*lines, "x0: 1", "END\n"]))


if __name__ == "__main__":
    main()
