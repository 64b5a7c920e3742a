"""Mutants that were reviewed and cannot be noticed, each with the reason, in a hand-written text.

    analysis/graph.py
    - if lowest[name] == order[name]:
    + if lowest[name] <= order[name]:
    why: the lowest number reached is never above the own one

Blocks are separated by an empty line; a line that begins with # is a comment.
"""

from pathlib import Path

EQUIVALENTS = Path(__file__).parent / "equivalents.txt"
REASON = "why: "


def read_equivalents(path: Path = EQUIVALENTS) -> dict[tuple[str, ...], str]:
    """Reasons by differences. A block without a reason is an error."""
    reason_of_difference = {}
    for block in path.read_text("utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if lines:
            difference, reasons = lines[:-1], lines[-1]
            if not reasons.startswith(REASON) or len(difference) < 2:
                raise ValueError(f"{path.name}: a file, the lines that differ and '{REASON}...' belong here:\n{block}")
            reason_of_difference[tuple(difference)] = reasons.removeprefix(REASON)
    return reason_of_difference
