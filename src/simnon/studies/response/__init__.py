"""Frequency responses measured by simulation: sinusoids at an input, all frequencies side by side."""

from simnon.doors import front_door

with front_door(__name__):
    from .measured import MeasuredResponse
    from .measuring import ResponseRequest, measure_response
    from .methods import ResponseMethods, read_response

__all__ = ["MeasuredResponse", "ResponseMethods", "ResponseRequest", "measure_response", "read_response"]
