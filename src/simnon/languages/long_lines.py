"""Source -> whether a line is longer than any person writes; the same limit in all dialects."""

import itertools

from simnon.source import Report, Source, Span

LONGEST_LINE = 100_000


def has_monstrous_line(source: Source, report: Report, hint: str) -> bool:
    """Report a line that is too long."""
    starts = (*source.line_starts, len(source.text) + 1)
    for start, following in itertools.pairwise(starts):
        if following - start > LONGEST_LINE:
            report.error(
                "line-too-long",
                f"the line has {following - start - 1} characters; the limit is {LONGEST_LINE}",
                Span(source, start, start + 1),
                hint,
            )
            return True
    return False
