"""`simnon window --share ADDRESS`: an address of this machine, and a passphrase -> what the server needs, checked."""

import getpass
import ipaddress
import os
import sys
from collections.abc import Mapping

from simnon.source import UserError

VARIABLE = "SIMNON_PASSPHRASE"
LEAST_LENGTH = 12
WARNING = """\
You are sharing this session. Whoever knows the passphrase can give it any command: run models, read and
replace the files of this folder. What is sent, the passphrase with it, is not encrypted: on a network that
you do not trust, use an SSH tunnel instead."""


def check_address(given: str) -> str:
    """UserError unless it is one by which others can reach this machine."""
    host = given.strip().strip("[]")
    if not host or any(letter in host for letter in "/@? ") or (":" in host and not _is_number(host)):
        raise UserError("bad-address", f"'{given}' is not an address", "write a name or a number, without the port")
    if _is_number(host) and ipaddress.ip_address(host).is_unspecified:
        raise UserError(
            "bad-address",
            f"'{given}' stands for every address of this machine",
            "name the one by which others reach it, such as 192.168.1.20",
        )
    return host


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def ask_passphrase(environment: Mapping[str, str] = os.environ) -> str:
    """From the environment, or the terminal; UserError if it is too short, or nobody is there to be asked."""
    words = environment.get(VARIABLE, "")
    if not words and sys.stdin.isatty():
        words = getpass.getpass("Passphrase for those who join: ")
    if not words:
        raise UserError(
            "no-passphrase", "a shared session needs a passphrase", f"start it in a terminal, or set {VARIABLE}"
        )
    if len(words) < LEAST_LENGTH:
        raise UserError(
            "no-passphrase", "the passphrase is too short", f"use at least {LEAST_LENGTH} characters: four words do"
        )
    return words
