"""What campaigns have found, replayed: none of it happens again."""

from collections.abc import Iterator

import pytest

from campaigns.case import Case, kept_cases
from campaigns.children import Child

CASES = kept_cases()


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    with Child(tmp_path_factory.mktemp("findings")) as child:
        yield child


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_finding_does_not_come_back(case: Case, child: Child) -> None:
    verdict = child.judge(case)

    assert not verdict.is_finding, verdict.account
