"""The programs for microcontrollers in the manual, compiled with the generated code and stand-ins for their systems."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import simnon

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs" / "manual" / "exports.md"
CPLUSPLUS = (sys.executable, "-m", "ziglang", "c++")
C = (sys.executable, "-m", "ziglang", "cc")
ARDUINO = """#include <stddef.h>
#include <stdint.h>
enum { A0 = 14 };
template <typename T> T constrain(T x, T low, T high) { return x < low ? low : (x > high ? high : x); }
int analogRead(int pin);
void analogWrite(int pin, int value);
void delay(unsigned long milliseconds);
struct Port { void begin(long); int available(); int read(); size_t write(const uint8_t *, size_t); };
extern Port Serial;
"""
FREERTOS = """#include <stdint.h>
typedef uint32_t TickType_t;
#define pdMS_TO_TICKS(ms) (ms)
TickType_t xTaskGetTickCount(void);
void vTaskDelayUntil(TickType_t *woken, TickType_t period);
double read_level(void);
void write_valve(double opening);
void regulate_start(void);
"""


def programs(word: str) -> list[str]:
    blocks = re.findall(r"^```c\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    return [block for block in blocks if word in block]


def exported(folder: Path) -> None:
    model = simnon.load(ROOT / "examples" / "regulator.t", open_inputs=True)
    model.to_c(folder / "regulator.c", pil=True)


def compiled(compiler: tuple[str, ...], path: Path) -> tuple[int, str]:
    words = [*compiler, "-Wall", "-Wextra", "-c", "-o", str(path.with_suffix(".o")), str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.slow
def test_the_sketches_for_arduino_compile(tmp_path: Path) -> None:
    exported(tmp_path)
    found = programs("void setup()")
    for i, text in enumerate(found):
        path = tmp_path / f"sketch{i}.cpp"
        path.write_text(ARDUINO + text)
        assert compiled(CPLUSPLUS, path) == (0, "")

    assert len(found) == 2


@pytest.mark.slow
def test_the_task_for_freertos_compiles(tmp_path: Path) -> None:
    exported(tmp_path)
    found = programs("vTaskDelayUntil")
    for i, text in enumerate(found):
        path = tmp_path / f"task{i}.c"
        start = "void regulate_start(void) { regulate((void *)0); }\n"
        path.write_text(f'#include "regulator.h"\n{FREERTOS}{text}{start}')
        assert compiled((*C, "-std=c99"), path) == (0, "")

    assert len(found) == 1
