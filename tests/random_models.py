"""Texts of random models: parts, arrays, terminals, formulas and connections, which compile."""

import itertools
import random
from collections.abc import Iterator

TYPES = """\
CONTINUOUS SYSTEM lag
INPUT u w      " what it follows
OUTPUT y
STATE x
DER dx
dx = (u + w - x)/T
y = x
u: 0
w: 0
T: 1 [s]       " time constant
END

DISCRETE SYSTEM sampled
INPUT u
OUTPUT y
STATE s
NEW ns
TIME t
TSAMP ts
ns = 0.5*(u + s)
y = s
ts = t + h
u: 0
h: 0.1
END

TERMINAL wire
ACROSS v
THROUGH i
END

CONTINUOUS SYSTEM branch
TERMINAL p, n: wire
p.v - n.v = R*p.i
p.i + n.i = 0
R: 2
END
"""


def random_model(seed: int, count: int | None = None) -> str:
    """A model of `count` parts, or of one to a dozen."""
    choose = random.Random(seed)  # noqa: S311
    names = [f"part{i}" for i in range(1, (count or choose.randint(1, 12)) + 1)]
    types = {name: choose.choice(("lag", "lag", "lag", "sampled")) for name in names}
    sizes = {name: choose.randint(2, 9) if choose.random() < 0.15 else 0 for name in names}
    branches = [f"branch{i}" for i in range(1, choose.randint(0, 4) + 1)]
    lines = ["CONTINUOUS SYSTEM whole" + (f'   " seed {seed}' if choose.random() < 0.5 else "")]
    lines += ["INPUT r", "OUTPUT z"]
    lines += [f'SYSTEM {n}{f"[1..{sizes[n]}]" if sizes[n] else ""}: {types[n]}  " a part' for n in names]
    lines += [f"SYSTEM {name}: branch" for name in branches]
    lines += ["", *_signals(choose, names, types, sizes)]
    lines += _wires(choose, branches)
    lines += [f"{name}.R: {choose.randint(1, 9)}" for name in branches if choose.random() < 0.5]
    lines += [f"z = {_output(choose.choice(names), sizes, choose)}", "r: 1", "END"]
    return TYPES + "\n" + "\n".join(lines) + "\n"


def _output(name: str, sizes: dict[str, int], choose: random.Random) -> str:
    return f"{name}[{choose.randint(1, sizes[name])}].y" if sizes[name] else f"{name}.y"


def _signals(choose: random.Random, names: list[str], types: dict[str, str], sizes: dict[str, int]) -> Iterator[str]:
    """Each input gets a signal, an expression, a constant or nothing, in one of the ways to write it."""
    for name in names:
        for port in ("u", "w") if types[name] == "lag" else ("u",):
            members = range(1, sizes[name] + 1) if sizes[name] else (0,)
            for member in members:
                target = f"{name}[{member}].{port}" if member else f"{name}.{port}"
                source = choose.choice([*(_output(each, sizes, choose) for each in choose.sample(names, 1)), "r"])
                match choose.randint(0, 5):
                    case 0:
                        yield f"CONNECT {source} {target}"
                    case 1 | 2:
                        yield f"{target} = {source}"
                    case 3:
                        yield f"{target} = 0.5*{source} + {choose.randint(1, 9)}"
                    case 4:
                        yield f"{target}: {choose.randint(1, 9)}"
                    case _:
                        pass


def _wires(choose: random.Random, branches: list[str]) -> Iterator[str]:
    for one, other in itertools.pairwise(branches):
        if choose.random() < 0.7:
            yield f"CONNECT {one}.n {other}.p"
