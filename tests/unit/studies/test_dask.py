"""The Dask engine on a real cluster of worker processes, one of which is killed in mid-run."""

import os
import signal
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from simnon import load
from simnon.studies import Ensemble, choose_engine, grid_design
from tests.unit.studies.models import OSCILLATOR

pytestmark = [
    pytest.mark.slow,
    # Workers come and go on purpose; the warnings of the library do not matter here.
    pytest.mark.filterwarnings("ignore::Warning"),
]


@pytest.fixture
def distributed() -> Any:
    """Loaded only if a test needs it."""
    return pytest.importorskip("distributed")


@pytest.fixture
def cluster(distributed: Any) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        local_cluster = distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50, local_directory=None
        )
        try:
            yield local_cluster
        finally:
            local_cluster.close()


def bytes_of(ensemble: Ensemble) -> bytes:
    stored = ensemble.results.stored
    return b"".join(
        [stored.stops.tobytes(), stored.times.tobytes(), *(each.tobytes() for each in stored.reduced.values())]
    )


def test_a_worker_killed_in_mid_run_changes_nothing(cluster: Any, distributed: Any) -> None:
    model = load(OSCILLATOR)
    values = {"d": np.linspace(0.0, 2.0, 150), "x": np.linspace(-1.0, 1.0, 200)}
    expected = model.sweep(values, 0, 20, keep=["max(x)", "final(v)"])
    study = model.study(grid_design({"d": values["d"], "start(x)": values["x"]}), 0, 20, keep=["max(x)", "final(v)"])

    with distributed.Client(cluster) as client:
        engine = choose_engine(client)
        has_killed = False
        for done in study.resume(engine):
            if not has_killed and done > 500:
                victim = next(iter(client.run(os.getpid).values()))
                os.kill(victim, signal.SIGKILL)
                has_killed = True
        ensemble = study.finish(engine)

    assert has_killed
    assert ensemble.is_complete
    assert bytes_of(ensemble) == bytes_of(expected)


def test_a_local_cluster_rejects_other_clients(distributed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses: list[str] = []
    refusals: list[str] = []

    class Client(distributed.Client):  # type: ignore[misc]
        def nthreads(self, *arguments: Any, **options: Any) -> Any:
            addresses.append(self.scheduler.address)
            port = self.scheduler.address.rpartition(":")[2]
            try:
                distributed.Client(f"tcp://127.0.0.1:{port}", timeout=1).close()
            except OSError as error:
                refusals.append(str(error))
            return super().nthreads(*arguments, **options)

    monkeypatch.setattr(distributed, "Client", Client)
    model = load(OSCILLATOR)
    values = {"d": np.linspace(0.0, 2.0, 30_000)}

    found = model.sweep(values, 0, 20, engine="dask")

    assert bytes_of(found) == bytes_of(model.sweep(values, 0, 20))
    assert [address.partition(":")[0] for address in addresses] == ["tls"]
    assert len(refusals) == 1
