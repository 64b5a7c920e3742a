"""Texts of models of any size, for benchmarks."""

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
    """A chain of cells that exchange heat: one state and one equation a cell, `states` of them."""
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
    """Cells with an auxiliary equation each, every tenth with a corner; half the equations are derivatives."""
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
