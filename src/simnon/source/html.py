"""Rows of text -> an HTML table for a notebook."""

from collections.abc import Iterable, Sequence

# The standard library's `html` imports a table of all entities, which takes longer than everything here.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def table_html(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A title above a table with a line of headings."""
    head = "".join(f"<th>{each.translate(_ESCAPED)}</th>" for each in heads)
    lines = ["".join(f"<td>{each.translate(_ESCAPED)}</td>" for each in row) for row in rows]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<p>{title.translate(_ESCAPED)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
