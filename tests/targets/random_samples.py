"""Random models of a field of cells with sampled fields beside it: filters, controllers, counters at several rates."""

import random

SIZES = (1, 2, 3, 7, 8, 9, 17, 40, 70)


class RandomSamples:
    """A text in the language; equal seeds give equal texts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.n = self.random.choice(SIZES)
        self.m = self.random.choice((1, 2, 3))
        self.count = self.random.choice((1, 1, 2, 3, 40))

    def text(self) -> str:
        systems = [self._system(i) for i in range(1, self.count + 1)]
        sizes = f"n: {self.n}\nm: {self.m}\n"
        plant = f"""CONTINUOUS SYSTEM plant
INPUT u[1..n] f
OUTPUT y[1..n]
STATE x[1..n] v[1..n] s
DER dx[1..n] dv[1..n] ds
TIME t
dx[i] = (IF i = 1 THEN 0 ELSE x[i-1]) - 2*x[i] + (IF i = n THEN s ELSE x[i+1]) + u[i] FOR i = 1..n
dv[i] = {self._choose("x[i] - 0.1*i*v[i]", "SIN(t + i) - v[i]", "u[i] - v[i]^3", "c*(x[i] - v[i]) + f")} FOR i = 1..n
ds = {self._choose("f - s", "c*SUM(v) - s", "u[1] - u[n] - s")}
y = {self._choose("x", "2*x - v", "x + c*v")}
INITIAL
{self._choose("x[i] = i/n FOR i = 1..n", "x[i]: 1/i FOR i = 1..n", "x: 0.5")}
v: 0.25
c: 0.3
{sizes}END
"""
        return "\n".join([plant, *systems, self._connections()])

    def _choose(self, *texts: str) -> str:
        return self.random.choice(texts)

    def _system(self, number: int) -> str:
        """A sampled system with arrays, or only with numbers."""
        self.scale = self._choose("0.1", "0.5")
        lines = [
            f"DISCRETE SYSTEM r{number}",
            "INPUT e[1..n] z",
            "OUTPUT w[1..n] q",
            "STATE a[1..n] b[1..m] o",
            "NEW na[1..n] nb[1..m] no",
            "TIME t",
            "TSAMP ts",
            f"ts = t + {self._choose('0.1', '0.05', '0.07', 'h')}",
            self._field("na", "a"),
            self._choose("nb = M*b + G*z", "nb[j] = b[j]*0.5 + e[1]/j FOR j = 1..m", "nb = -0.5*b + z*G"),
            self._choose("no = o + 1", "no = SUM(e)/n", "no = MAX(o, z) - b[1]", "no = DOT(b, G) + a[n]"),
            self._output(),
            self._choose("q = DOT(G, b)", "q = a[1] + o/9", "q = SUM(w[i]*e[i] FOR i = 1..n)", "q = z"),
            self._choose("", "w: 0.125", "w[i]: i/8 FOR i = 1..n"),
            self._choose("", "INITIAL\na[i] = i*k FOR i = 1..n"),
            self._choose("b: 0.5", "b[j]: 1/j FOR j = 1..m"),
            "M[i, j]: 0.5/(i + j) FOR i = 1..m, j = 1..m",
            "G[j]: j/3 FOR j = 1..m",
            "h: 0.03",
            "k: 0.2",
            f"n: {self.n}",
            f"m: {self.m}",
            "END",
        ]
        return "\n".join(filter(None, lines))

    def _term(self, i: str) -> str:
        return self._choose(
            f"e[{i}]",
            f"a[{i}]*k",
            f"ABS(e[{i}])",
            f"SAT(e[{i}] - a[{i}], -0.5, 0.5)",
            f"(IF e[{i}] > 0.3 THEN a[{i}] ELSE {i}/n)",
            f"MIN(e[{i}], z)",
            f"a[n + 1 - {i}]",
            f"EXP(-{i}/4)*e[{i}]",
            f"INT(4*e[{i}])*0.1",
            "b[1]*o/(1 + o^2)",
            "SUM(a[j]*e[j] FOR j = 1..n)/n",
        )

    def _field(self, new: str, old: str) -> str:
        value = " + ".join(self._term("i") for _ in range(self.random.randint(1, 3)))
        if self.n > 2 and self.random.random() < 0.4:
            return (
                f"{new}[1] = {self._term('1')}\n"
                f"{new}[i] = {self.scale}*({old}[i-1] + {old}[i+1]) + k*({value}) FOR i = 2..n-1\n"
                f"{new}[n] = {self._term('n')}"
            )
        return f"{new}[i] = {self.scale}*{old}[i] + k*({value}) FOR i = 1..n"

    def _output(self) -> str:
        if self.random.random() < 0.3:
            return f"w[1] = k*{self._term('1')}\nw[i] = 0.5*w[i-1] + k*{self._term('i')} FOR i = 2..n"
        if self.random.random() < 0.3:
            return f"p = k*e + a\nw[i] = p[i] - {self.scale}*a[i] FOR i = 1..n"
        return f"w[i] = k*({self._term('i')}) FOR i = 1..n"

    def _connections(self) -> str:
        """Each system follows the plant or the one before it; the plant follows some of them."""
        lines = ["CONNECTING SYSTEM all"]
        for i in range(1, self.count + 1):
            sources = ["y[plant]", "2*x[plant] - y[plant]", "v[plant]"]
            sources += [f"w[r{i - 1}]"] if i > 1 else []
            source = self.random.choice(sources)
            if self.n > 2 and self.random.random() < 0.2:
                lines.append(f"e[1][r{i}] = s[plant]")
                lines.append(f"e[2..END][r{i}] = x[1..{self.n - 1}][plant]")
            elif i > 1 and self.random.random() < 0.2:
                lines.append(f"e[i][r{i}] = w[i][r{i - 1}] - v[{self.n + 1} - i][plant] FOR i = 1..{self.n}")
            else:
                lines.append(f"e[r{i}] = {source}")
            lines.append(f"z[r{i}] = {self._choose('s[plant]', f'x[{self.n}][plant]', f'q[r{max(1, i - 1)}]*0.1')}")
        last = self.random.randint(1, self.count)
        lines.append(self._choose(f"u[plant] = w[r{last}]", f"u[plant] = w[r1] - 0.5*w[r{last}]"))
        lines.append(self._choose(f"f[plant] = q[r{last}]", "f[plant] = 0.1"))
        return "\n".join([*lines, "END", ""])
