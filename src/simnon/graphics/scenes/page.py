"""Scene -> one HTML file that plays it: the player, the numbers, and nothing from elsewhere."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from simnon.pictures import Scene
from simnon.source import UserError

from ..surfaces import escape
from .wire import scene_wire

BUILT = Path(__file__).parent / "built" / "player.js"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Simnon">
<title>{title}</title>
</head>
<body>
<main id="player"></main>
<noscript>This page plays a simulation; it needs JavaScript.</noscript>
<script type="application/json" id="scene">{scene}</script>
<script>{player}</script>
</body>
</html>
"""


def scene_page(scene: Scene) -> str:
    """The whole file; UserError if the player was not built."""
    if not BUILT.is_file():
        raise UserError(
            "no-page", "the player of animated pages was not built", "python3 run.py window builds it, in a checkout"
        )
    player = BUILT.read_text("utf-8").replace("</script", "<\\/script")
    title = escape(scene.title or scene.name)
    return _PAGE.format(title=title, scene=scene_json(scene), player=player)


def scene_json(scene: Scene) -> str:
    """Columns are float32 in base64; a text in it cannot end the script that holds it."""
    text = json.dumps(_plain(scene_wire(scene)), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _plain(value: object) -> object:
    match value:
        case None | str() | bool() | int():
            return value
        case np.ndarray():
            with np.errstate(over="ignore"):
                numbers = np.ascontiguousarray(value, dtype="<f4").tobytes()
            return {"f32": base64.standard_b64encode(numbers).decode("ascii")}
        case float():
            return value if np.isfinite(value) else None
        case Mapping():
            return {str(name): _plain(each) for name, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            return _plain(float(value))  # type: ignore[arg-type]
