"""Random models with arrays of parts: chains and rings of circuits, tanks in a row, with values for single parts."""

from random import Random

PIN = """TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM ground
TERMINAL p: pin
p.v = 0
END
"""

TWO_POLES = {
    "resistor": "p.v - n.v = R*p.i\nR: 2 [Ohm]\nRANGE R: 0..",
    "cubic": "VARIABLE u [V]\nu = p.v - n.v\np.i = u + k*u^3\nk: 0.5",
    "capacitor": "STATE v [V]\nDER dv\nv = p.v - n.v\nC*dv = p.i\nC: 0.5 [F]",
    "inductor": "STATE j [A]\nDER dj\nj = p.i\nL*dj = p.v - n.v\nL: 0.7 [H]",
    "source": "TIME t\np.v - n.v = E*SIN(w*t)\nE: 1 [V]\nw: 3",
}


def two_pole(name: str) -> str:
    return f"\nCONTINUOUS SYSTEM {name}\nTERMINAL p, n: pin\np.i + n.i = 0\n{TWO_POLES[name]}\nEND\n"


class RandomParts:
    """`text` is a model with more parts than are expanded without a reason."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311
        self.first = self.random.choice((0, 1, 1, 2))
        self.last = self.first + self.random.choice((65, 66, 70, 81))
        self.size = str(self.last)
        self.is_literal = self.random.random() < 0.4
        self.has_cubic = False

    def text(self) -> str:
        return self._circuit() if self.random.random() < 0.7 else self._tanks()

    @property
    def _last(self) -> str:
        return self.size if self.is_literal else "n"

    @property
    def _before_last(self) -> str:
        return str(self.last - 1) if self.is_literal else "n-1"

    def _number(self) -> str:
        return f"{self.random.uniform(0.2, 2):.3g}"

    def _circuit(self) -> str:
        """A series of resistors and inductors; every node between two parts has a capacitor to ground."""
        series = self.random.choice(
            (["resistor"], ["resistor", "inductor"], ["inductor", "resistor"], ["resistor", "resistor"])
        )
        shunts = ["capacitor", *self.random.sample(["resistor", "cubic"], self.random.randint(0, 2))]
        kinds = dict.fromkeys([*series, *shunts, "source", "resistor"])
        self.has_cubic = "cubic" in kinds
        parts = [f"SYSTEM S{i}: {kind}" for i, kind in enumerate(series)]
        parts += [f"SYSTEM P{i}: {kind}" for i, kind in enumerate(shunts)]
        nodes = ["a", *(f"S{i}.p" for i in range(len(series)))]
        lines = [f"CONNECT a {nodes[1]}"]
        lines += [f"CONNECT S{i}.n S{i + 1}.p" for i in range(len(series) - 1)]
        lines += [f"CONNECT S{len(series) - 1}.n b {' '.join(f'P{i}.p' for i in range(len(shunts)))}"]
        lines += [f"CONNECT g {' '.join(f'P{i}.n' for i in range(len(shunts)))}"]
        cell = "\n".join(["", "CONNECTING SYSTEM cell", "TERMINAL a, b, g: pin", *parts, *lines, "END", ""])
        return PIN + "".join(map(two_pole, kinds)) + cell + self._net(series)

    def _net(self, series: list[str]) -> str:
        first, last = self.first, self._last
        lines = [
            "",
            "CONNECTING SYSTEM net",
            "SYSTEM G: ground",
            f"SYSTEM cell[{first}..{last}]: cell",
            f"CONNECT cell[k].b cell[k+1].a FOR k = {first}..{self._before_last}",
            f"CONNECT cell[k].g G.p FOR k = {first}..{last}",
        ]
        end = self.random.choice(("source", "ring", "both"))
        if end == "ring":
            lines.append(f"CONNECT cell[{last}].b cell[{first}].a")
        else:
            lines += ["SYSTEM E: source", "SYSTEM Ri: resistor", "CONNECT E.n G.p", "CONNECT E.p Ri.p"]
            lines.append(f"CONNECT Ri.n cell[{first}].a")
        if end == "both":
            lines += ["SYSTEM load: resistor", "CONNECT load.n G.p", f"CONNECT load.p cell[{last}].b"]
        if self.random.random() < 0.5:
            value = "0.5" if self.has_cubic else "k"
            lines.append(f"cell[k].P0.v: {value} FOR k = {first + 3}..{self._before_last}")
        if self.random.random() < 0.5:
            lines.append(f"cell[{first + 40}].P0.C: {self._number()}")
        if series[0] == "resistor" and self.random.random() < 0.5:
            lines.append(f"cell[{first}..{last}].S0.R: {self._number()}")
        if self.random.random() < 0.3:
            lines.append(f"total = SUM(cell[{first}..{last}].P0.v)")
        return "\n".join([*lines, *([] if self.is_literal else [f"n: {self.size}"]), "END", ""])

    def _tanks(self) -> str:
        first, last = self.first, self._last
        lines = [
            "CONTINUOUS SYSTEM tank",
            "INPUT u",
            "OUTPUT y",
            "STATE x z",
            "DER dx dz",
            self.random.choice(("y = x*c", "y = x/(1 + x^2)", "y = SIN(x) + z")),
            "dx = u - y",
            self.random.choice(("dz = x - z", "dz = -c*z + u")),
            "c: 0.8",
            "END",
            "",
            "CONNECTING SYSTEM row",
            "TIME t",
            f"SYSTEM tank[{first}..{last}]: tank",
            f"tank[{first}].u = COS(t)",
            self.random.choice(
                (
                    f"tank[k].u = tank[k-1].y FOR k = {first + 1}..{last}",
                    f"tank[k].u = 0.5*(tank[k-1].z + k/20) FOR k = {first + 1}..{last}",
                    f"tank[k].u = tank[k-1].y - m FOR k = {first + 1}..{last}",
                )
            ),
            f"m = MEAN(tank[{first}..{last}].z)",
        ]
        if self.random.random() < 0.5:
            lines += ["INITIAL", f"tank[k].x = SIN(k) FOR k = {first}..{last}"]
        return "\n".join([*lines, *([] if self.is_literal else [f"n: {self.size}"]), "END", ""])
