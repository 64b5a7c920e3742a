"""Random models with arrays: boxes in one and two dimensions, pieces, offsets, strides, recurrences and sums."""

import random

SIZES = (1, 2, 3, 4, 7, 8, 9, 15, 17, 70)


class RandomArrays:
    """A text in the language; equal seeds give equal texts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.n = self.random.choice(SIZES)
        self.m = self.random.choice((1, 2, 3, 5))
        self.lines: list[str] = []
        self.vectors = ["x", "p"]
        self.matrices = ["u", "A"]

    def text(self) -> str:
        choose = self.random.choice
        extra = self.random.sample(
            [self._pieces, self._recurrence, self._scalars, self._whole, self._copy, self._strided, self._grid], 4
        )
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

    def _grid(self) -> None:
        self.lines.append("g[i, j] = u[i, j]*c + x[i] FOR i = 1..n, j = 1..m")
        self.lines.append("f[i] = SUM(g[i, j] FOR j = 1..m) FOR i = 1..n")
        self.lines.append("a2[1, j] = g[1, j] FOR j = 1..m")
        self.lines.append("a2[i, j] = a2[i-1, j] + g[i, j] FOR i = 2..n, j = 1..m")
        self.vectors.append("f")
