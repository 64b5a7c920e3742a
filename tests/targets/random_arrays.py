"""Random models with arrays: boxes in one and two dimensions, pieces, offsets, strides, recurrences and sums."""

import random

SIZES = (1, 2, 3, 4, 7, 8, 9, 15, 17, 70)


class RandomArrays:
    """A text in the language; equal seeds give equal texts."""

    def __init__(self, seed: int, *, has_events: bool = False) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.n = self.random.choice(SIZES)
        self.m = self.random.choice((1, 2, 3, 5))
        self.has_events = has_events
        self.lines: list[str] = []
        self.vectors = ["x", "p"]
        self.matrices = ["u", "A"]

    def text(self) -> str:
        choose = self.random.choice
        extra = self.random.sample(
            [self._pieces, self._recurrence, self._scalars, self._whole, self._copy, self._strided, self._grid], 4
        )
        if self.has_events:
            extra[2:] = self.random.sample([self._events, self._memories], 2)
        for each in extra:
            each()
        body = "\n".join(self.lines)
        start_of_x = choose(["x[i]: 1/i FOR i = 1..n", "x[i] = 0.1*i - s FOR i = 1..n"])
        start_of_u = choose(["u: 0.25", "u[i, j] = p[i]/(1 + j) FOR i = 1..n, j = 1..m"])
        return f"""CONTINUOUS SYSTEM random
STATE x[1..n] u[1..n, 1..m] s
DER dx[1..n] du[1..n, 1..m] ds
TIME t
FUNCTION bent(a, b) = a*b*(2 - a*a)
{body}
{self._derivative()}
{self._matrix_derivative()}
ds = {self._chosen(["SUM(x)/n", "x[1] - s", "DOT(p, x) - x[END]", "SUM(u) - u[1, END]", "-s"])} + 0.1*t
INITIAL
{start_of_x}
{start_of_u}
p[i]: 0.5 + i/7 FOR i = 1..n
A[i, j]: i - j/3 FOR i = 1..n, j = 1..m
s: 0.5
c: 0.3
n: {self.n}
m: {self.m}
END
"""

    def _term(self, i: str) -> str:
        """A scalar at the index `i`."""
        vector = self.random.choice(self.vectors)
        back = f"x[n + 1 - {i}]" if i == "i" else f"x[{i}]"
        return self._chosen(
            [
                f"{vector}[{i}]",
                f"c*{vector}[{i}]",
                f"{vector}[{i}]/p[{i}]",
                f"SIN({vector}[{i}] + t)",
                f"SUM(A[{i}, j]*u[{i}, j] FOR j = 1..m)",
                f"{i}/n",
                f"x[{i}]/(1 + {i})",
                f"EXP(-{i}/4)*x[{i}]",
                f"bent({vector}[{i}], s)",
                f"(IF {i} = 2 THEN x[1] ELSE {vector}[{i}])",
                f"(IF {i} < n/2 THEN c ELSE p[{i}])",
                back,
                f"p[{i}]^2",
                f"SUM(IF k = {i} THEN 0 ELSE {vector}[k]/(3 + k - {i} + n) FOR k = 1..n)",
            ]
        )

    def _chosen(self, texts: list[str]) -> str:
        """The arrays of models with few states are expanded if something is divided."""
        has_many_states = self.n * (1 + self.m) >= 64
        return self.random.choice([text for text in texts if has_many_states or "/" not in text])

    def _value(self, i: str) -> str:
        first, *others = (self._term(i) for _ in range(self.random.randint(1, 3)))
        return first + "".join(self.random.choice((" + ", " - ")) + other for other in others)

    def _derivative(self) -> str:
        if self.n < 3 or self.random.random() < 0.3:
            return f"dx[i] = {self._value('i')} - x[i] FOR i = 1..n"
        return (
            f"dx[1] = {self._value('1')} - x[1]\n"
            f"dx[i] = c*(x[i-1] - 2*x[i] + x[i+1]) + {self._value('i')} FOR i = 2..n-1\n"
            f"dx[n] = {self._value(str(self.n))} - x[n]"
        )

    def _matrix_derivative(self) -> str:
        return self._chosen(
            [
                "du = A - u*c",
                "du[i, j] = A[i, j]*u[i, j]/9 - u[i, j] FOR i = 1..n, j = 1..m",
                "du = OUTER(p, u[1, ..]) - 2*u",
                "du = TRANSPOSE(TRANSPOSE(A)*0.1) - u/3",
                "du[i, j] = x[i] - u[i, j]*j FOR i = 1..n, j = 1..m",
            ]
        )

    def _pieces(self) -> None:
        self.lines.append("q[0] = s")
        self.lines.append(f"q[i] = {self._value('i')} FOR i = 1..n")
        self.lines.append("r[i] = q[i-1] - q[i] FOR i = 1..n")
        self.vectors.append("r")

    def _recurrence(self) -> None:
        first, step, ends = self.random.choice((("1", "i-1", "2..n"), (str(self.n), "i+1", "1..n-1")))
        self.lines.append(f"w[{first}] = x[{first}]")
        self.lines.append(f"w[i] = 0.5*w[{step}] + p[i]*x[i] FOR i = {ends}")
        self.vectors.append("w")

    def _scalars(self) -> None:
        self.lines.append("y = x[1] + x[END]")
        self.lines.append("z = NORM2(u[.., 1]) + DOT(x, p)")
        self.lines.append("h = IF x[1] > 0.7 THEN y ELSE z")

    def _whole(self) -> None:
        self.lines.append("v = c*x + p")
        self.lines.append("b = A*u[1, ..] - v*c")
        self.vectors += ["v", "b"]

    def _copy(self) -> None:
        self.lines.append("k[i] = x[i] FOR i = 1..n")
        self.lines.append("l[i] = s FOR i = 1..n")
        self.vectors += ["k", "l"]

    def _strided(self) -> None:
        self.lines.append("o[2*i] = x[i] FOR i = 1..n")
        self.lines.append("o[2*i - 1] = p[i] - s FOR i = 1..n")
        self.lines.append("e[i] = o[i] + o[2*i] FOR i = 1..n")
        self.vectors.append("e")

    def _events(self) -> None:
        """Of numbers, which read elements and are read by them."""
        value = self._chosen(
            [
                "0.5*x[1] - s",
                "SUM(p) + PRE(hits)",
                "PRE(hits) + 1",
                "2 - u[1, 1]",
                "PRE(x[1]) - PRE(u[1, 1])",
                "SUM(u[1, j]*PRE(s) FOR j = 1..m)",
            ]
        )
        self.lines.append(
            f"WHEN x[1] + {self._chosen(['s', 'SIN(9*t)', 'SUM(x)/n'])} > {self._chosen(['0.6', '1.2', 'p[1]'])}"
        )
        self.lines.append(f"  hits = {value}")
        self.lines.append(self._chosen(["  s = PRE(s) - 0.25", "  s = 0.1*x[END]", "  last = SUM(x) + hits"]))
        self.lines.append("END\nlast: 0\nhits: 0.25")
        self.lines.append(
            self._chosen(["b2 = IF x[END] > s THEN hits ELSE last", "b2 = ABS(x[1] - s)", "b2 = MAX(s, c)"])
        )
        self.lines.append("m2[i] = b2*p[i] + hits - last FOR i = 1..n")
        self.vectors.append("m2")

    def _memories(self) -> None:
        """Delays of numbers and of single elements."""
        self.lines.append(f"d = DELAY({self._chosen(['x[1]', 'x[END] - s', 'u[1, 1]', 'p[1]*SIN(t)'])}, 0.1)")
        self.lines.append(f"d2[i] = {self._chosen(['DELAY(s, 0.07, 0.3)', 'DELAY(SUM(x), c)', 'd'])}*p[i] FOR i = 1..n")
        self.lines.append(f"d3 = {self._chosen(['DELAY(d, 0.2)', 'DELAY(x[1], 0.05 + 0.01*t)', 'DELAY(d2[1], 0.1)'])}")
        self.lines.append("d4[i] = d2[i] - d3*x[i] FOR i = 1..n")
        self.vectors += ["d2", "d4"]

    def _grid(self) -> None:
        self.lines.append("g[i, j] = u[i, j]*c + x[i] FOR i = 1..n, j = 1..m")
        self.lines.append("f[i] = SUM(g[i, j] FOR j = 1..m) FOR i = 1..n")
        self.lines.append("a2[1, j] = g[1, j] FOR j = 1..m")
        self.lines.append("a2[i, j] = a2[i-1, j] + g[i, j] FOR i = 2..n, j = 1..m")
        self.vectors.append("f")


FIRST_APART = "dv[1] = u[1] - v[1]\ndv[i] = u[i-1] - v[i]*COS(v[1]) FOR i = 2..n"


class RandomCells:
    """Chains and grids of cells that read their neighbours, directly or by way of other arrays, with rims and sums."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.is_grid = self.random.random() < 0.4
        self.n = self.random.choice((6, 7) if self.is_grid else (33, 40, 65))
        self.lines: list[str] = []
        self.sources = ["w"]

    def text(self) -> str:
        return self._grid() if self.is_grid else self._chain()

    def _choose(self, *texts: str) -> str:
        return self.random.choice(texts)

    def _chain(self) -> str:
        rims = ["w[0] = u[1]", "w[0] = 2*s - u[1]", "w[0] = u[n]", "w[0] = SIN(t)"]
        self.lines += [
            "w[i] = u[i] FOR i = 1..n",
            self._choose(*rims),
            self._choose("w[n+1] = u[n]", "w[n+1] = 0.9*u[1]"),
        ]
        for each in self.random.sample([self._flux, self._rate, self._copied, self._hoisted], 2):
            each()
        neighbour = f"{self.random.choice(self.sources)}[i{self._choose('-1', '+1', '')}]"
        return f"""CONTINUOUS SYSTEM chain
STATE u[1..n] v[1..n] s
DER du[1..n] dv[1..n] ds
TIME t
{chr(10).join(self.lines)}
du[i] = c*(w[i-1] - 2*w[i] + w[i+1]) + {self._term()} + {neighbour} FOR i = 1..n
{self._choose("dv[i] = COS(u[i]^2)*v[i] - p[i]*v[i] FOR i = 1..n", FIRST_APART, "dv = -v + c*w[1..n]")}
ds = {self._choose("SUM(u)/n - s", "-s + v[3]", "SUM(p[i]*SIN(v[i]) FOR i = 1..n) - 10*s*SIN(t)", "SIN(u[1]*u[n])")}
INITIAL
u[i] = 0.5 + i/n FOR i = 1..n
v[i]: 1/i FOR i = 1..n
p[i]: 0.5 + i/7 FOR i = 1..n
s: 0.5
c: {self._choose("0.3", "30")}
n: {self.n}
END
"""

    def _term(self) -> str:
        at = "[i, j]" if self.is_grid else "[i]"
        choices = [
            f"SIN(u{at}^2*v{at})",
            f"SIN(v{at} + t)",
            f"s*u{at}",
            f"i*v{at}/n",
            f"EXP(-u{at}^2)",
            f"u{at}/(2 + v{at}^2)",
        ]
        return self.random.choice(choices)

    def _flux(self) -> None:
        self.lines.append("q[i] = (w[i] - w[i+1])*c FOR i = 0..n\nq[n+1] = q[n]")
        self.sources.append("q")

    def _rate(self) -> None:
        self.lines.append("r[i] = u[i]*v[i] - s FOR i = 1..n\nr[0] = t*s\nr[n+1] = r[1]")
        self.sources.append("r")

    def _copied(self) -> None:
        self.lines.append("k[i] = w[n + 1 - i] FOR i = 0..n+1")
        self.sources.append("k")

    def _hoisted(self) -> None:
        self.lines.append("h[i] = u[i]*EXP(-i/4)*SIN(t*i) FOR i = 1..n\nh[0] = 1\nh[n+1] = v[n]")
        self.sources.append("h")

    def _grid(self) -> str:
        return f"""CONTINUOUS SYSTEM grid
STATE u[1..n, 1..n] v[1..n, 1..n] s
DER du[1..n, 1..n] dv[1..n, 1..n] ds
TIME t
w[i, j] = u[i, j] FOR i = 1..n, j = 1..n
w[0, j] = {self._choose("u[1, j]", "2 - u[1, j]", "u[n, j]")} FOR j = 1..n
w[n+1, j] = {self._choose("u[n, j]", "u[n-1, j]", "COS(s)*u[1, j]")} FOR j = 1..n
w[i, 0] = {self._choose("u[i, 1]", "0")} FOR i = 1..n
w[i, n+1] = {self._choose("u[i, n]", "SIN(t)*u[i, 2]")} FOR i = 1..n
l[i, j] = w[i-1, j] + w[i+1, j] + w[i, j-1] + w[i, j+1] - 4*w[i, j] FOR i = 1..n, j = 1..n
du[i, j] = 1 + {self._term()} - 4.4*u[i, j] + c*{self._choose("l[i, j]", "l[i, j]*SIN(s)^2")} FOR i = 1..n, j = 1..n
dv[i, j] = 3.4*u[i, j] - {self._term()} + {self._choose("v[j, i]", "0.1*l[j, i]", "v[i, j]")} FOR i = 1..n, j = 1..n
ds = {self._choose("SUM(u) - s", "COS(u[1, 2]*v[n, n]) - s")}
INITIAL
u[i, j] = 0.5 + j/n FOR i = 1..n, j = 1..n
v[i, j] = 1 + 5*i/n FOR i = 1..n, j = 1..n
c: {self._choose("0.2", "20")}
s: 0.1
n: {self.n}
END
"""
