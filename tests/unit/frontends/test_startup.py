"""Each action loads only the modules it needs."""

import subprocess
import sys

import pytest

from tests.seeds import first_fast
from tests.unit.frontends.sessions import ROOT

STUDIES = "simnon.graphics simnon.studies.sweep simnon.linear.linear_model simnon.targets.llvm.lanes.compile"
VDPOL = str(ROOT / "examples" / "vdpol.t")


@pytest.mark.parametrize(
    ("script", "absent"),
    first_fast(
        [
            (f"import simnon; simnon.load({VDPOL!r}).simulate(0, 1)", f"simnon.session numpy.ma scipy {STUDIES}"),
            (f"from simnon.frontends import main; main(['check', {VDPOL!r}])", "prompt_toolkit simnon.session"),
            ("import simnon", "prompt_toolkit simnon.session simnon.compiler numpy llvmlite"),
            ("from simnon.frontends import main; main(['-c', 'LET a = 1'])", "prompt_toolkit PIL"),
        ],
        2,
    ),
)
def test_only_what_is_needed_is_loaded(script: str, absent: str) -> None:
    check = f"import sys; {script}; print([name for name in {absent.split()!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_a_word_about_the_program_loads_no_library(word: str) -> None:
    check = f"""import sys
from simnon.frontends import main
try:
    main([{word!r}])
except SystemExit:
    print([name for name in ("numpy", "llvmlite", "simnon.compiler") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
