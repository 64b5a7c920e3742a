"""LLVM text -> object files for any machine; what runs here is compiled for its own processor (`engine`)."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from simnon.program import Program
from simnon.source import UserError

from ..machines import Machine
from .module import emit_modules
from .symbols import symbols_of

ATTRIBUTES = '"no-jump-tables"="true" "no-stack-arg-probe" "no-builtins"'
SECONDS_ALLOWED = 600
_COMPILER = Path(__file__).with_name("object_compiler.py")


def portable_text(program: Program) -> str:
    """The LLVM text of a whole program without foreign functions, for any of the machines."""
    (module,) = emit_modules(program, symbols_of(program), ATTRIBUTES, is_whole=True)
    return module.text


def compile_elsewhere(
    text_of_system: Mapping[str, str], machines: Sequence[Machine], exports: Sequence[str]
) -> dict[str, bytes]:
    """The object file for each machine, by name; only `exports` are visible in it."""
    workers = min(len(machines), os.cpu_count() or 1)
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(lambda i: _compile_in_process(text_of_system, machines[i::workers], exports), range(workers))
        return {name: image for part in parts for name, image in part.items()}


def _compile_in_process(
    text_of_system: Mapping[str, str], machines: Sequence[Machine], exports: Sequence[str]
) -> dict[str, bytes]:
    rows = [(machine.name, machine.triple, machine.cpu, machine.system) for machine in machines]
    texts = {machine.system: text_of_system[machine.system] for machine in machines}
    request = json.dumps({"texts": texts, "machines": rows, "exports": list(exports)})
    names = ", ".join(machine.name for machine in machines)
    try:
        # The command is this Python and a file of ours.
        done = subprocess.run(  # noqa: S603
            [sys.executable, _COMPILER],
            input=request,
            capture_output=True,
            text=True,
            timeout=SECONDS_ALLOWED,
            check=False,
        )
    except subprocess.TimeoutExpired:
        message = f"the code for {names} was not compiled within {SECONDS_ALLOWED:g} seconds: the model is too large"
        raise UserError("cannot-export", message, "export fewer systems, or for fewer machines") from None
    assert done.returncode == 0, f"llvm: compiling for {names} failed: {done.stderr[-2000:]}"
    return {name: base64.b64decode(image) for name, image in json.loads(done.stdout).items()}
