"""Programs run by XPPAUT and by Simnon have the same results; skipped unless xppaut is installed."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Failed

XPPAUT = shutil.which("xppaut")
pytestmark = pytest.mark.skipif(XPPAUT is None, reason="xppaut is not installed")

PROGRAMS = {
    "steps": "x'=if(x<.5)then(1)else(-1)\ny'=flr(3*t)+abs(x-.3)+mod(t,.7)\n@ total=3.02,dt=.05,nout=7\n",
    "events": (
        "x'=1\ny'=0\nz'=0\nglobal 1 x-1 {y=y+1;x=0}\nglobal 1 y-2.5 {z=z+y;y=0}\ninit x=.13\n@ total=8,dt=.05\n"
    ),
    "zero at the start": "x'=-x\ny'=1\nglobal 0 t {x=3}\nglobal 0 y-.3 {x=9}\n@ total=1,dt=.125\n",
    "a jump over a threshold": (
        "x'=1.5-x\ny'=1.5-y\nglobal 1 x-1 {x=0;y=y+.1}\nglobal 1 y-1 {y=0;x=x+.1}\nglobal 0 x-1 {x=0}\n"
        "global 0 y-1 {y=0}\ninit x=.3,y=.25\n@ total=10,dt=.001,nout=50\n"
    ),
    "old form": (
        "3\nv x=1,y=2\np a=2\nf z\nu ff 2 arg1*arg2\na w\no -a*x+z\no ff(x,y)\no x+y\no z*2\n@ total=1,dt=.25\n"
    ),
    "words of the old form": "2\nv x=1,y=2\nf z\nox'= z-y\noy'= -x\noz= y-2*x\n@ total=2,dt=.05\n",
    "map": "y'=x\nx'=r*x*(1-y)\npar r=2.177\ninit x=.11,y=.21\n@ meth=discrete,total=20,njmp=7\n",
    "a map with events": (
        "x(t+1)=x+a\ny(t+1)=y+t\npar a=1\nz=2*x\nglobal 1 x-3.5 {x=0;y=y+z;a=a+.5}\n@ total=12,bound=1e4\n"
    ),
    "values": (
        "par a=1/4,b=20;,c=pi\nnumber k=2*3\nx'=a+b+c+k\ny'=-y\ninit x=-1/2\ny(0)=exp(1)+1\n"
        "z[1..2]'=-z[j]\nz[1..2](0)=a+[j]\n@total=2\n@ dt = .5\n@ total=1,bound=1000\n"
    ),
    "tables": (
        "par a=2\ntable f % 5 -1 1 a*t^2\ntable g % 4 0 1 t^3\nx'=f(t-2)\ny'=g(2*t-1)\n@ total=4,dt=.01,nout=40\n"
    ),
    "functions": "x'=erf(t-1)+besselj(2,t)\ny'=erfc(t)+bessely(1,t+1)+lgamma(t+.5)\n@ total=3,dt=.01,nout=30\n",
    "network": (
        "table w % 5 -2 2 exp(-abs(t))\nspecial k=conv(even,6,2,w,u0)\nspecial p=conv(periodic,6,2,w,u0)\n"
        "u[0..5]'=-u[j]+.1*k([j])-.3*p([j])\ninit u0=1,u2=.5\n@ total=3,dt=.01,nout=10\n"
    ),
    "every step": "x'=-x\ny'=x*y\ninit x=1,y=1\n@ total=2.04,dt=.1,nout=3,meth=cvode,tol=1e-8,atol=1e-9\n",
    "transient": "x'=-x\ninit x=1\n@ total=2,dt=.05,nout=4,trans=1.01\n",
    "delay": "x'=-delay(x,1)\ny'=delay(y,.5)-y\nx(0)=cos(t)\ninit x=1,y=1\n@ total=3,dt=.002,nout=100,delay=2\n",
    "integral": "u'=-2*u+exp(-2*t)+int{exp(-t)#u^2}\ninit u=1\n@ total=2,dt=.002,nout=100\n",
    "kernel with a maximum": "u'=-u+int{exp(-(t-1)^2)#u/(1+u^2)}\ninit u=1\n@ total=4,dt=.002,nout=100,vmaxpts=4000\n",
    "symplectic": "x'=v\nv'=-sin(x)\ninit x=2\n@ total=100,dt=.1,nout=10,meth=y\n",
    "singular": "u'=-u+int[.5]{exp(-t)#u}\ninit u=1\n@ total=2,dt=.002,nout=100,vmaxpts=4000\n",
}


def by_xppaut(text: str, folder: Path) -> np.ndarray:
    """Rows of the time and the variables in the order of their equations."""
    assert XPPAUT is not None
    (folder / "program.ode").write_text(text)
    subprocess.run([XPPAUT, "program.ode", "-silent"], cwd=folder, capture_output=True, timeout=60, check=False)
    return np.loadtxt(folder / "output.dat")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_record_is_that_of_xppaut(name: str, tmp_path: Path) -> None:
    text = f"{PROGRAMS[name]}done\n"
    found = by_xppaut(text, tmp_path)
    session = Session(tmp_path)
    for line in ("SYST program", "SIMU"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
    run = list(session.workspace.runs.values())[-1]
    states = [state.name for state in session.workspace.model.layout.states if not state.name.startswith("integral")]
    states = states or re.findall(r"^(\w+)(?:'|\(t\+1\))=", text, re.MULTILINE)

    assert run.t == pytest.approx(found[:, 0], abs=1e-5)
    for i, state in enumerate(states):
        assert run[state] == pytest.approx(found[:, i + 1], abs=2e-3 * max(1.0, np.abs(found[:, i + 1]).max())), state
