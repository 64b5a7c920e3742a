"""Instruments ready made: dials, lamps, charts, vessels, and those that set a parameter."""

from collections.abc import Callable, Mapping

from ..given import Given
from ..theatre import Theatre
from .charts import scope, strip_chart
from .controls import button, knob, slider, switch
from .dials import bar, color_scale, gauge, thermometer
from .lamps import lamp, seven_segment
from .vessels import pipe, tank

INSTRUMENTS: Mapping[str, Callable[[Theatre, Given], None]] = {
    "gauge": gauge,
    "bar": bar,
    "lamp": lamp,
    "sevensegment": seven_segment,
    "stripchart": strip_chart,
    "scope": scope,
    "thermometer": thermometer,
    "tank": tank,
    "pipe": pipe,
    "colorscale": color_scale,
    "slider": slider,
    "knob": knob,
    "switch": switch,
    "button": button,
}

__all__ = ["INSTRUMENTS"]
