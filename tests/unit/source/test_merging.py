"""merging: what is wrong with a text at one place is reported once, with the parts it concerns."""

from simnon.source import Diagnostic, Related, Report, Severity, Source, Span

SOURCE = Source("model.t", "x = y\ny = x\n")
FIRST, SECOND = Span(SOURCE, 0, 5), Span(SOURCE, 6, 11)


def messages_of(*given: tuple[str, Span | None]) -> list[str]:
    report = Report()
    for message, span in given:
        report.note("classic-order", message, span, "sort them")
    return [diagnostic.message for diagnostic in report.diagnostics]


def test_the_same_of_many_parts_is_one_message_with_a_count_and_the_first_names() -> None:
    notes = [(f"'c[{k}].y' reads 'c[{k}].b'", FIRST) for k in range(1, 201)]

    assert messages_of(*notes) == ["'c[1].y' reads 'c[1].b'; the same for c[2].y, c[3].y, c[4].y and 196 more"]
    assert messages_of(*notes[:2]) == ["'c[1].y' reads 'c[1].b'; the same for c[2].y"]


def test_parts_can_have_names_instead_of_numbers() -> None:
    notes = [(f"{part}.y, {part}.z: these need each other", FIRST) for part in ("left", "right")]

    assert messages_of(*notes) == ["left.y, left.z: these need each other; the same for right.y"]


def test_other_places_and_other_words_stay_apart() -> None:
    notes: list[tuple[str, Span | None]] = [
        ("'a' is in [m]", FIRST),
        ("'b' is in [m]", SECOND),
        ("'c' is in [s]", FIRST),
        ("'d' is in [m]", None),
        ("'e' is in [m]", None),
        ("'f' is in [m]", FIRST),
    ]

    assert messages_of(*notes) == ["'a' is in [m]; the same for f", *(message for message, _ in notes[1:5])]


def test_the_places_of_a_chain_count_too() -> None:
    report = Report()
    for part in ("a", "b"):
        for span in (FIRST, SECOND):
            related = (Related(f"'{part}.y' needs '{part}.z'", span),)
            loop = f"{part}.y, {part}.z: a loop"
            report.add(Diagnostic(Severity.WARNING, "algebraic-loop", loop, None, "", related))

    assert [d.message for d in report.diagnostics] == ["a.y, a.z: a loop; the same for b.y"] * 2
    assert [d.related[0].span for d in report.diagnostics] == [FIRST, SECOND]
