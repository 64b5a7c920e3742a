"""The campaign itself: it notices failures, distinguishes findings, and reduces them."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.fuzz.__main__ import Tally, main
from campaigns.fuzz.case import Case, Verdict, keep, kept_cases
from campaigns.fuzz.children import Child
from campaigns.fuzz.generating import GENERATORS
from campaigns.fuzz.shrinking import fewest, smaller


@pytest.mark.parametrize("kind", GENERATORS)
def test_the_same_seed_gives_the_same_cases(kind: str) -> None:
    drawn = [[GENERATORS[kind](random.Random(seed)) for seed in range(5)] for _ in range(2)]  # noqa: S311

    assert drawn[0] == drawn[1]
    assert {case.kind for case in drawn[0]} == {kind}


def test_a_reduced_case_is_minimal() -> None:
    assert fewest(list(range(100)), lambda kept: {3, 71} <= set(kept)) == [3, 71]
    assert fewest([], lambda _kept: True) == []


def test_a_case_is_reduced_by_lines_and_words() -> None:
    case = Case("session", tuple(f"LINE {i} of many words" for i in range(40)))

    least = smaller(case, lambda other: any("17" in line and "many" in line for line in other.lines))

    assert least.lines == ("17many",)


def test_bytes_are_reduced() -> None:
    case = Case("data", ("00" * 500, "ff", "00" * 500), {"name": "x.csv"})

    least = smaller(case, lambda other: b"\xff" in bytes.fromhex("".join(other.lines)))

    assert len("".join(least.lines)) <= 32


def test_a_finding_can_be_read_again(tmp_path: Path) -> None:
    case = Case("session", ("a\0b", "'é"), {"who": "script", "dialect": ""})

    path = keep(case, Verdict("exception", "ValueError: somewhere"), tmp_path)

    assert kept_cases(tmp_path) == {path.stem: case}


def test_a_finding_counts_once() -> None:
    tally = Tally()
    case = Case("call", ("1/0",))

    assert [tally.add(case, Verdict("exception", name)) for name in ("a", "a", "b")] == [True, False, True]
    assert not tally.add(case, Verdict("accepted"))
    assert tally.table().splitlines()[-1].split() == ["all", "4", "1", "3"]


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    with Child(tmp_path_factory.mktemp("home"), seconds=8.0) as child:
        yield child


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("model.simulate(0, 1)", "accepted"),
        ("model.simulate(0, -1)", "refused"),
        ("model.simulate(0, 1e9, spacing=1e6)", "accepted"),
        ("1/0", "exception"),
        ("np.log(np.zeros(1))", "exception"),
        ("bytearray(1 << 40)", "exception"),
        ("__import__('os').abort()", "crash"),
        ("__import__('signal').pthread_sigmask(0, [14]) and None or [None for _ in iter(int, 1)]", "hang"),
    ],
)
def test_every_failure_is_noticed_and_the_next_case_is_tried(child: Child, line: str, outcome: str) -> None:
    verdict = child.judge(Case("call", (line,)))

    assert verdict.outcome == outcome
    assert verdict.is_finding == (outcome not in ("accepted", "refused"))
    assert child.judge(Case("call", ("run",))).outcome == "accepted"


@pytest.mark.slow
def test_a_campaign_prints_its_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--minutes", "0.05", "--jobs", "1", "--seed", "1", "--kinds", "model", "--to", str(tmp_path)])

    shown = capsys.readouterr().out
    assert status == int(any(tmp_path.iterdir()))
    assert "tried" in shown
    assert "finding" in shown
