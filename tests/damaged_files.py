"""A good file or folder -> a damaged one: cut short, or with other bytes in it."""

import random
import shutil
from pathlib import Path


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Bytes are lost, changed, repeated or added."""
    place, other = chance.randrange(len(content) + 1), chance.randrange(len(content) + 1)
    match chance.randrange(6):
        case 0:
            return content[:place]
        case 1:
            return content[:place] + chance.randbytes(1) + content[place + 1 :]
        case 2:
            return content[:place] + chance.randbytes(chance.randrange(1, 20)) + content[place:]
        case 3:
            return content[:place] + content[place + chance.randrange(1, 50) :]
        case 4:
            return content[:place] + content[other : other + 20] + content[place + 20 :]
        case _:
            return content[:place] + b"\xff" * 8 + content[place + 8 :]


def put_damaged(good: Path, bad: Path, seed: int) -> None:
    """A copy of `good` of which one file is damaged, or gone."""
    chance = random.Random(seed)  # noqa: S311
    if good.is_file():
        bad.write_bytes(damaged(good.read_bytes(), chance))
        return
    shutil.copytree(good, bad)
    file = chance.choice(sorted(path for path in bad.rglob("*") if path.is_file()))
    if chance.random() < 0.1:
        file.unlink()
    else:
        file.write_bytes(damaged(file.read_bytes(), chance))
