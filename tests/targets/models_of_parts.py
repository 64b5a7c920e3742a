"""Models with arrays of parts, in each of which something is different."""

ELECTRICAL = """TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM resistor
TERMINAL p, n: pin
p.v - n.v = R*p.i
p.i + n.i = 0
R: 1 [Ohm]
RANGE R: 0..
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
"""

CELL = """
CONNECTING SYSTEM cell
TERMINAL a, b, g: pin
SYSTEM R: resistor
SYSTEM C: capacitor
CONNECT a R.p
CONNECT R.n C.p b
CONNECT C.n g
END
"""


def ladder(*lines: str, cells: str = "1..n", first: str = "1", last: str = "n", size: str = "n: 70") -> str:
    before = f"{int(last) - 1}" if last.isdigit() else f"{last}-1"
    return "\n".join(
        [
            f"{ELECTRICAL}{CELL}",
            "CONNECTING SYSTEM line",
            "SYSTEM S: source",
            "SYSTEM G: ground",
            f"SYSTEM cell[{cells}]: cell",
            f"CONNECT S.p cell[{first}].a",
            "CONNECT S.n G.p",
            f"CONNECT cell[k].b cell[k+1].a FOR k = {first}..{before}",
            f"CONNECT cell[k].g G.p FOR k = {first}..{last}",
            *lines,
            size,
            "END",
            "",
        ]
    )


DIVIDED = ladder().replace(
    "SYSTEM R: resistor\nSYSTEM C: capacitor\nCONNECT a R.p\nCONNECT R.n C.p b",
    "SYSTEM R: resistor\nSYSTEM Q: resistor\nSYSTEM C: capacitor\nCONNECT a R.p\nCONNECT R.n Q.p\nCONNECT Q.n C.p b",
)
"""With an algebraic loop in each part: the voltage between its resistors."""

COUPLED = ladder().replace(
    "SYSTEM R: resistor\nSYSTEM C: capacitor\nCONNECT a R.p\nCONNECT R.n C.p b",
    "SYSTEM R: resistor\nSYSTEM Q: resistor\nSYSTEM C: capacitor\nCONNECT a R.p\nCONNECT R.n Q.p b\nCONNECT Q.n C.p",
)
"""With one algebraic loop through all parts."""

STAR = f"""{ELECTRICAL}{CELL}
CONNECTING SYSTEM star
SYSTEM bus: capacitor
SYSTEM G: ground
SYSTEM load[1..n]: cell
CONNECT bus.n G.p
CONNECT load[k].a bus.p FOR k = 1..n
CONNECT load[k].g G.p FOR k = 1..n
bus.v: 1
n: 70
END
"""

RING = f"""{ELECTRICAL}{CELL}
CONNECTING SYSTEM ring
SYSTEM G: ground
SYSTEM cell[1..n]: cell
CONNECT cell[n].b cell[1].a
CONNECT cell[k].b cell[k+1].a FOR k = 1..n-1
CONNECT cell[k].g G.p FOR k = 1..n
n: 70
INITIAL
cell[k].C.v = SIN(0.1*k) FOR k = 1..n
END
"""

INSIDE = f"""{ELECTRICAL}{CELL}
CONNECTING SYSTEM ladder
TERMINAL a, g: pin
SYSTEM cell[1..n]: cell
CONNECT a cell[1].a
CONNECT cell[k].b cell[k+1].a FOR k = 1..n-1
CONNECT cell[k].g g FOR k = 1..n
n: 5
END

CONNECTING SYSTEM top
SYSTEM S: source
SYSTEM G: ground
SYSTEM lad: ladder
CONNECT S.p lad.a
CONNECT S.n G.p lad.g
lad.n: 70
END
"""

MASSES = """TERMINAL flange
ACROSS x
THROUGH f
END

CONTINUOUS SYSTEM mass
TERMINAL a: flange
STATE x v
DER dx dv
x = a.x
dx = v
m*dv = a.f
m: 1
END

CONTINUOUS SYSTEM spring
TERMINAL a, b: flange
a.f = c*(a.x - b.x)
a.f + b.f = 0
c: 10
END

CONTINUOUS SYSTEM wall
TERMINAL a: flange
a.x = 0
END

CONNECTING SYSTEM chain
SYSTEM w: wall
SYSTEM m[1..n]: mass
SYSTEM s[0..n]: spring
CONNECT w.a s[0].a s[n].b
CONNECT s[k-1].b m[k].a FOR k = 1..n
CONNECT m[k].a s[k].a FOR k = 1..n
m[1].x: 1
n: 70
END
"""

TANKS = """CONTINUOUS SYSTEM tank
INPUT u
OUTPUT y
STATE x
DER dx
y = x/T
dx = u - y
T: 2
END

CONNECTING SYSTEM chain
TIME t
SYSTEM tank[1..n]: tank
tank[1].u = 1 + SIN(t)
tank[k].u = tank[k-1].y + 0.01*k FOR k = 2..n
total = SUM(tank[1..n].x)
mean = MEAN(tank[1..n].x)
n: 70
END
"""

NEIGHBOURS = TANKS.replace(
    "tank[k].u = tank[k-1].y + 0.01*k FOR k = 2..n",
    """tank[k].u = tank[k-3].y + tank[k-2].y + tank[k-1].y + tank[k].x + tank[k+1].y + tank[k+2].y FOR k = 4..n-2
tank[k].u = tank[k-1].y + total FOR k = 2..3
tank[k].u = 1 FOR k = n-1..n""",
)

FREE = TANKS.replace("TIME t\n", "").replace("tank[1].u = 1 + SIN(t)", "tank[1].u: 5\ntank[3].T: 4")

STARTED = RING.replace("cell[k].C.v = SIN(0.1*k) FOR k = 1..n", "cell[1].C.v = 5\ncell[3].C.v = 2*w\nw: 3")

ROD = """CONTINUOUS SYSTEM rod
STATE T[1..n]
DER dT[1..n]
VARIABLE q[0..n]
C*dT[i] = q[i-1] - q[i] FOR i = 1..n
R*q[i] = T[i] - T[i+1] FOR i = 1..n-1
q[0] = 1
q[n] = 0
C: 1
R: 2
n: 70
END
"""

MODELS = {
    "ladder": ladder(),
    "numbers": ladder(cells="0..90", first="0", last="90", size="CONNECT cell[90].b load.p\nSYSTEM load: resistor"),
    "values": ladder("cell[k].C.v: k FOR k = 3..n-20", "cell[40].R.R: 3 [kOhm]", "cell[1..n].C.C: 0.02"),
    "divided": DIVIDED,
    "star": STAR,
    "ring": RING,
    "inside": INSIDE,
    "masses": MASSES,
    "tanks": TANKS,
    "neighbours": NEIGHBOURS,
    "free": FREE,
    "started": STARTED,
    "rod": ROD,
}
"""All of them stay whole."""
