"""What campaigns have found, tried again: none of it happens any more."""

import sys
from collections.abc import Iterator

import pytest

from campaigns.faults.bench import Bench
from campaigns.faults.case import Fault, kept_faults
from campaigns.faults.kinds import KINDS
from campaigns.fuzz.case import Case, kept_cases
from campaigns.fuzz.children import Child
from campaigns.home import own_home

CASES, FAULTS = kept_cases(), kept_faults()


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    with Child(tmp_path_factory.mktemp("findings")) as child:
        yield child


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    home = tmp_path_factory.mktemp("home")
    with own_home(home):
        yield Bench(home)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_finding_of_fuzz_does_not_come_back(case: Case, child: Child) -> None:
    verdict = child.judge(case)

    assert not verdict.is_finding, verdict.account


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied and killed as on Linux")
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_finding_of_faults_does_not_come_back(fault: Fault, bench: Bench) -> None:
    assert KINDS[fault.kind].attempt(bench, fault) == []
