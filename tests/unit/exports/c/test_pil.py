"""Processor-in-the-loop: the generated protocol in a program of its own, over pipes and a socket."""

import math
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import simnon
from simnon.exports import Processor
from tests.unit.exports.c.compiling import WARNINGS, compilers

EXAMPLES = Path(__file__).parents[4] / "examples"
PERIOD = 5.0
MAIN = """#include "{name}_pil.h"
#include <stdio.h>
int main(void)
{{
    static {name}_pil_t pil;
    static uint8_t reply[{NAME}_PIL_REPLY];
    int byte;
    while ((byte = getchar()) != EOF) {{
        size_t count = {name}_pil_receive(&pil, (uint8_t)byte, reply);
        if (count > 0u) {{
            (void)fwrite(reply, 1u, count, stdout);
            (void)fflush(stdout);
        }}
    }}
    return 0;
}}
"""
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


class Pipes:
    """The program at the other end of its standard input and output; `damage` changes what is sent."""

    def __init__(self, program: Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.damage = -1

    def read(self, size: int, /) -> bytes | None:
        assert self.process.stdout is not None
        return self.process.stdout.read(size)

    def write(self, data: bytes, /) -> int | None:
        assert self.process.stdin is not None
        sent = bytearray(data)
        if self.damage >= 0:
            sent[self.damage] ^= 1
        return self.process.stdin.write(bytes(sent))

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


@pytest.fixture(scope="module")
def regulator() -> simnon.Model:
    return simnon.load(EXAMPLES / "regulator.t", open_inputs=True)


def program(model: simnon.Model, name: str, number: str, folder: Path, *flags: str) -> Path:
    model.to_c(folder / f"{name}.c", number=number, pil=True)
    (folder / "main.c").write_text(MAIN.format(name=name, NAME=name.upper()))
    made = folder / "program"
    sources = [folder / "main.c", folder / f"{name}.c"]
    done = subprocess.run(
        [*compilers()[0], *WARNINGS, *flags, "-o", made, *sources, "-lm"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def pipes(regulator: simnon.Model, tmp_path: Path) -> Iterator[Pipes]:
    made = Pipes(program(regulator, "regulator", "double", tmp_path, *SANITIZERS))
    yield made
    assert made.close() == 0


def simulated(model: simnon.Model, gain: float) -> list[float]:
    run = model.begin(0.0, 1000.0, parameters={"gain": gain})
    found = []
    for k in range(40):
        run.set({"y": measured(k), "yref": 2.0})
        run.advance_to(PERIOD * k)
        found.append(run["u"])
    return found


def measured(k: int) -> float:
    return 2.0 + 1.5 * math.sin(0.3 * k)


def stepped(processor: Processor) -> list[float]:
    processor.start(0.0)
    return [processor.step(PERIOD * k, {"y": measured(k), "yref": 2.0})["u"] for k in range(40)]


@pytest.mark.slow
def test_a_processor_gives_the_bits_of_the_simulation(regulator: simnon.Model, pipes: Pipes) -> None:
    processor = regulator.processor(pipes)

    assert (processor.inputs, processor.outputs) == (("y", "yref"), ("u",))
    assert stepped(processor) == simulated(regulator, 1.0)


@pytest.mark.slow
def test_parameters_are_set_before_the_start(regulator: simnon.Model, pipes: Pipes) -> None:
    processor = regulator.processor(pipes)
    processor.set_parameters({**regulator.parameters, "gain": 2.5})

    assert stepped(processor) == simulated(regulator, 2.5)


@pytest.mark.slow
def test_a_damaged_frame_is_refused_and_the_next_one_is_not(regulator: simnon.Model, pipes: Pipes) -> None:
    processor = regulator.processor(pipes)
    pipes.damage = 6
    with pytest.raises(simnon.UserError, match="refused 'S': the checksum was wrong"):
        processor.start(0.0)
    pipes.damage = -1

    assert stepped(processor) == simulated(regulator, 1.0)


@pytest.mark.slow
def test_a_processor_with_another_model_is_refused(pipes: Pipes) -> None:
    with pytest.raises(simnon.UserError, match="it runs another model"):
        simnon.load(EXAMPLES / "pendulum.t").processor(pipes)


@pytest.mark.slow
def test_a_processor_that_has_stopped_is_reported(regulator: simnon.Model, pipes: Pipes) -> None:
    processor = regulator.processor(pipes)
    pipes.process.kill()
    pipes.process.wait()
    with pytest.raises((simnon.UserError, BrokenPipeError)):
        processor.start(0.0)
    pipes.process.returncode = 0


@pytest.mark.slow
def test_a_socket_and_single_precision_work_alike(regulator: simnon.Model, tmp_path: Path) -> None:
    made = program(regulator, "regulator", "float", tmp_path)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(1)

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                subprocess.run([made], stdin=connection.fileno(), stdout=connection.fileno(), check=True)

        thread = threading.Thread(target=serve)
        thread.start()
        with socket.create_connection(server.getsockname()) as client, client.makefile("rwb", buffering=0) as stream:
            found = stepped(regulator.processor(stream))
        thread.join()

    assert found == pytest.approx(simulated(regulator, 1.0), abs=1e-4)


@pytest.mark.slow
def test_a_continuous_system_is_stepped_on_a_processor(tmp_path: Path) -> None:
    model = simnon.load(EXAMPLES / "pendulum.t")
    pipes = Pipes(program(model, "pendulum", "double", tmp_path))
    processor = model.processor(pipes)
    processor.start(0.0)
    found = [processor.step(2.0**-6, {}) for _ in range(64)][-1]
    run = model.simulate(0.0, 1.0, method="rk4", step=2.0**-6)
    pipes.close()

    assert found == {"energy": run.final["energy"]}


def test_fixed_point_has_no_protocol(regulator: simnon.Model, tmp_path: Path) -> None:
    with pytest.raises(simnon.UserError, match="does not transfer fixed numbers"):
        regulator.to_c(tmp_path / "r.c", number="fixed", ranges={"y": (0.0, 4.0), "yref": (0.0, 4.0)}, pil=True)
