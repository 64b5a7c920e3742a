"""What is asked for loads no more than it needs."""

import subprocess
import sys

import pytest

from tests.unit.frontends.sessions import ROOT

VDPOL = str(ROOT / "examples" / "vdpol.t")


@pytest.mark.parametrize(
    ("script", "absent"),
    [
        ("import simnon", "prompt_toolkit simnon.session"),
        (f"from simnon.frontends import main; main(['check', {VDPOL!r}])", "prompt_toolkit simnon.session"),
        ("from simnon.frontends import main; main(['-c', 'LET a = 1'])", "prompt_toolkit PIL"),
    ],
)
def test_the_prompt_is_loaded_by_the_prompt_only(script: str, absent: str) -> None:
    check = f"import sys; {script}; print([name for name in {absent.split()!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
