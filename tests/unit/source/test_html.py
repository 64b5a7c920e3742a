"""Tables for notebooks: names of the user are shown literally, never interpreted."""

from simnon.source import table_html


def test_names_are_escaped() -> None:
    shown = table_html("a < b", ("<b>", "x"), [("<script>", "1 & 2")])

    assert shown.startswith("<p>a &lt; b</p><table>")
    assert "<td>&lt;script&gt;</td><td>1 &amp; 2</td>" in shown
    assert "<script>" not in shown
