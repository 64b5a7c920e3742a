"""An FMU of FMI 2.0 written in C, which counts in co-simulation, and does something else at t = 1 if asked to."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import fmpy
import pytest

_NAMES = """GetTypesPlatform SetDebugLogging SetupExperiment EnterInitializationMode ExitInitializationMode Terminate
Reset GetString SetString GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate
DeSerializeFMUstate GetDirectionalDerivative SetRealInputDerivatives GetRealOutputDerivatives CancelStep GetStatus
GetRealStatus GetIntegerStatus GetStringStatus"""
COUNTER = """
#include <stdlib.h>
typedef struct { double r[4]; int i[4]; int b[4]; } unit;
static int ended;
int fmi2GetBooleanStatus(void *c, int kind, int *x) { *x = kind == 3 && ended; return 0; }
const char *fmi2GetVersion(void) { return "2.0"; }
void *fmi2Instantiate(const char *n, int k, const char *g, const char *l, void *f, int v, int d)
{ unit *u = calloc(1, sizeof(unit)); u->r[1] = 2; return u; }
void fmi2FreeInstance(void *c) { free(c); }
int fmi2DoStep(void *c, double t, double h, int last)
{ unit *u = c; MISCHIEF u->r[0] += u->r[1] * h; if (u->b[0]) u->i[1] += u->i[0]; u->b[1] = u->i[1] > 5; return 0; }
#define ACCESS(name, type, field) \\
int fmi2Get##name(void *c, const unsigned *v, size_t n, type *x) \\
{ for (size_t i = 0; i < n; i++) x[i] = ((unit *)c)->field[v[i]]; return 0; } \\
int fmi2Set##name(void *c, const unsigned *v, size_t n, const type *x) \\
{ for (size_t i = 0; i < n; i++) { if (REFUSAL) return 3; ((unit *)c)->field[v[i]] = x[i]; } \\
  return 0; }
ACCESS(Real, double, r)
ACCESS(Integer, int, i)
ACCESS(Boolean, int, b)
""" + "\n".join(f"int fmi2{name}(void) {{ return 0; }}" for name in _NAMES.split())
DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="counter" guid="1">
<CoSimulation modelIdentifier="counter"/>
<UnitDefinitions><Unit name="kg.m2/s"/><Unit name="zlorp2"/></UnitDefinitions>
<TypeDefinitions><SimpleType name="mode"><Enumeration><Item name="slow" value="1"/><Item name="fast" value="2"/>
</Enumeration></SimpleType></TypeDefinitions>
<DefaultExperiment stepSize="0.5"/>
<ModelVariables>
<ScalarVariable name="body.y" valueReference="0" causality="output" initial="exact">
<Real start="0" unit="kg.m2/s"/></ScalarVariable>
<ScalarVariable name="k" valueReference="1" causality="parameter" variability="fixed" description="a &quot;rate&quot;">
<Real start="2" unit="zlorp2"/></ScalarVariable>
<ScalarVariable name="n" valueReference="0" causality="input" variability="discrete">
<Enumeration declaredType="mode" start="1"/></ScalarVariable>
<ScalarVariable name="go" valueReference="0" causality="input" variability="discrete">
<Boolean start="true"/></ScalarVariable>
<ScalarVariable name="count" valueReference="1" causality="output" variability="discrete" initial="exact">
<Integer start="0"/></ScalarVariable>
<ScalarVariable name="many" valueReference="1" causality="output" variability="discrete" initial="exact">
<Boolean start="false"/></ScalarVariable>
<ScalarVariable name="label" valueReference="0" causality="parameter" variability="fixed">
<String start="x"/></ScalarVariable>
</ModelVariables>
<ModelStructure><Outputs><Unknown index="1" dependencies=""/><Unknown index="5" dependencies=""/>
<Unknown index="6" dependencies=""/></Outputs></ModelStructure>
</fmiModelDescription>
"""


def make_counter(folder: Path, mischief: str = "", refusal: str = "0") -> Path:
    """`mischief` is a statement of C that is executed in the step from t = 1 on; `refusal` is a condition in C: the
    number with the reference v[i] cannot be set."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    code = COUNTER.replace("MISCHIEF", f"if (t >= 1) {{ {mischief} }}").replace("REFUSAL", refusal)
    (folder / "counter.c").write_text(code)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "counter.so", "counter.c"], check=True, cwd=folder)
    with zipfile.ZipFile(folder / "counter.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", DESCRIPTION)
        archive.write(folder / "counter.so", f"binaries/{fmpy.platform}/counter{fmpy.sharedLibraryExtension}")
    return folder / "counter.fmu"
