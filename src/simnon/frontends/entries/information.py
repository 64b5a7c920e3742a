"""`simnon info`: describe a type or a library."""

import argparse
from pathlib import Path

from simnon.compiler import information


def execute(arguments: argparse.Namespace) -> int:
    for name in arguments.names or ("",):
        print(information(name, (Path(),)))
    return 0
