"""Texts of models of any size, for benchmarks."""

import math

VDPOL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
mu: 1
x: 2
END
"""


def diffusion(states: int) -> str:
    """A chain of `states` cells that exchange heat: one state and one equation per cell."""
    lines = ["CONTINUOUS SYSTEM diffusion"]
    for i in range(0, states, 10):
        names = range(i, min(i + 10, states))
        lines.append("STATE " + " ".join(f"x{j}" for j in names))
        lines.append("DER " + " ".join(f"dx{j}" for j in names))
    for i in range(states):
        left = f"x{i - 1}" if i else "hot"
        right = f"x{i + 1}" if i < states - 1 else "cold"
        lines.append(f"dx{i} = (k*({left} - x{i}) - k*(x{i} - {right}))/c - loss*x{i}^2")
    lines += ["hot: 1", "cold: 0", "k: 2", "c: 3", "loss: 0.1", "END"]
    return "\n".join(lines) + "\n"


def network(equations: int) -> str:
    """Cells with one auxiliary equation each, every tenth with a kink; half the equations are derivatives."""
    cells = equations // 2
    lines = ["CONTINUOUS SYSTEM network"]
    lines += [line for i in range(cells) for line in (f"STATE x{i}", f"DER dx{i}")]
    for i in range(cells):
        left = f"x{i - 1}" if i else "u"
        right = f"x{i + 1}" if i < cells - 1 else "0"
        capacity = f"(c + ABS(x{i}))" if i % 10 == 0 else "c"
        lines.append(f"q{i} = k*({left} - x{i}) + r*x{i}^2")
        lines.append(f"dx{i} = (q{i} - k*(x{i} - {right}))/{capacity}")
    lines += ["u: 1", "k: 2", "r: 0.1", "c: 3", "END"]
    return "\n".join(lines) + "\n"


PENDULUM = """CONTINUOUS SYSTEM pendulum
STATE x y
DER dx dy
dx = y
dy = -SIN(x)
x: 2
END
"""

BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g
WHEN h < 0
  v = -k*PRE(v)
END
h: 10
g: 9.81
k: 0.9
END
"""

RELAY = """CONTINUOUS SYSTEM relay
STATE x1 x2
DER dx1 dx2
OUTPUT u
WHEN x2 > width
  u = -1
END
WHEN x2 < -width
  u = 1
END
dx1 = -x1 + u
dx2 = x1 - x2
u: 1
width: 0.1
END
"""


def brusselator(cells: int) -> str:
    """Two reactants that diffuse along a line, kept at 1 and 3 at its ends: two states per cell."""
    lines = ["CONTINUOUS SYSTEM brusselator"]
    for i in range(cells):
        lines += [f"STATE u{i} v{i}", f"DER du{i} dv{i}"]
    for i in range(cells):
        left, right = (f"{{}}{i - 1}" if i else ""), (f"{{}}{i + 1}" if i < cells - 1 else "")
        u_left, v_left = (left.format("u"), left.format("v")) if left else ("1", "3")
        u_right, v_right = (right.format("u"), right.format("v")) if right else ("1", "3")
        lines += [
            f"r{i} = u{i}^2*v{i}",
            f"du{i} = 1 + r{i} - 4*u{i} + flow*({u_left} - 2*u{i} + {u_right})",
            f"dv{i} = 3*u{i} - r{i} + flow*({v_left} - 2*v{i} + {v_right})",
        ]
    for i, u in enumerate(brusselator_start(cells)):
        lines += [f"u{i}: {u!r}", f"v{i}: 3"]
    return "\n".join([*lines, f"flow: {(cells + 1) ** 2 / 50!r}", "END"]) + "\n"


def brusselator_start(cells: int) -> list[float]:
    """The initial values of the first reactant, cell by cell."""
    return [1 + math.sin(2 * math.pi * (i + 1) / (cells + 1)) for i in range(cells)]


def ladder(cells: int) -> str:
    """Resistors and capacitors driven by a sine, composed of parts on three levels."""
    return LADDER.replace("n: 0", f"n: {cells}")


LADDER = """
TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM resistor
TERMINAL p, n: pin
p.v - n.v = R*p.i
p.i + n.i = 0
R: 1 [Ohm]
END

CONTINUOUS SYSTEM capacitor
TERMINAL p, n: pin
STATE v [V]
DER dv
v = p.v - n.v
C*dv = p.i
p.i + n.i = 0
C: 0.01 [F]
END

CONTINUOUS SYSTEM source
TERMINAL p, n: pin
TIME t
p.v - n.v = E*SIN(w*t)
p.i + n.i = 0
E: 1 [V]
w: 1 [rad/s]
END

CONTINUOUS SYSTEM ground
TERMINAL p: pin
p.v = 0
END

CONNECTING SYSTEM cell
TERMINAL a, b, g: pin
SYSTEM R: resistor
SYSTEM C: capacitor
CONNECT a R.p
CONNECT R.n C.p b
CONNECT C.n g
END

CONNECTING SYSTEM ladder
SYSTEM S: source
SYSTEM G: ground
SYSTEM cell[1..n]: cell
CONNECT S.p cell[1].a
CONNECT S.n G.p
CONNECT cell[k].b cell[k+1].a FOR k = 1..n-1
CONNECT cell[k].g G.p FOR k = 1..n
n: 0
END
"""


CUBIC_PARTS = """TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM cubic
TERMINAL p, n: pin
VARIABLE u [V]
u = p.v - n.v
p.i = u + k*u^3
p.i + n.i = 0
k: 0.1
END

CONTINUOUS SYSTEM current
TERMINAL p, n: pin
p.i = -I
p.i + n.i = 0
I: 3 [A]
END

CONTINUOUS SYSTEM ground
TERMINAL p: pin
p.v = 0
END
"""


def cubic_grid(side: int) -> str:
    """Nodes in a square joined by nonlinear resistors, a current through it from corner to corner: one large loop."""
    nodes = range(side * side)
    edges = [(k, k + 1) for k in nodes if (k + 1) % side] + [(k, k + side) for k in nodes if k + side < side * side]
    ends: list[list[str]] = [[] for _ in nodes]
    for number, (first, second) in enumerate(edges, start=1):
        ends[first].append(f"r[{number}].p")
        ends[second].append(f"r[{number}].n")
    ends[0] += ["s.n", "g.p"]
    ends[-1].append("s.p")
    lines = ["CONNECTING SYSTEM grid", f"SYSTEM r[1..{len(edges)}]: cubic", "SYSTEM s: current", "SYSTEM g: ground"]
    lines += [f"CONNECT {' '.join(terminals)}" for terminals in ends]
    return CUBIC_PARTS + "\n".join([*lines, "END", ""])


ACSL_UNIT = """  ! ---- unit {n}: a stirred tank with its valve
  flow{n} = k{n}*BOUND(0.0, 1.0, valve{n})
  level{n} = INTEG(inflow{n} - flow{n}, ...
                   0.5)
  inflow{n} = 0.5*(1.0 + ...  the supply
    SIN(0.1*t)*tau{n})
  valve{n} = level{n}/tau{n} + 0.1
  CONSTANT k{n} = 2.0, tau{n} = 3.5
  temp{n} = REALPL(tau{n}, heat{n}, 20.0)
  heat{n} = 20.0 + flow{n}*(80.0 - temp{n})/(1.0 + level{n}**2)

  alarm{n} = RSW(temp{n}.GT.60.0 .AND. t.GE.1.0, 1.0, 0.0) $ "of unit {n}"
"""


def acsl_plant(lines: int) -> str:
    """An ACSL program with that many lines: tanks one after the other, and comments."""
    units = "".join(ACSL_UNIT.format(n=n) for n in range(acsl_units(lines)))
    head, tail = f"PROGRAM plant\nDERIVATIVE\n{units}END\n", "TERMT(t.GE.10.0)\nEND\n"
    return head + "! more words\n" * (lines - (head + tail).count("\n")) + tail


def acsl_units(lines: int) -> int:
    return lines // ACSL_UNIT.count("\n") - 1


def enzymes(states: int) -> str:
    """A ring of enzymatic reactions, two parameters each."""
    names = range(states)
    lines = ["CONTINUOUS SYSTEM enzymes"]
    lines += [word + " ".join(f"{prefix}{i}" for i in names) for word, prefix in (("STATE ", "x"), ("DER ", "dx"))]
    lines += [f"r{i} = v{i}*x{i}/(k{i} + x{i})" for i in names]
    lines += [f"dx{i} = r{(i - 1) % states} - r{i}" for i in names]
    lines += [line for i in names for line in (f"v{i}: {1 + 0.1 * i!r}", f"k{i}: {0.5 + 0.05 * i!r}")]
    return "\n".join([*lines, "x0: 2", "x1: 1", "END"]) + "\n"
