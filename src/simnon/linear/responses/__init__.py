"""Linear models in time: steps, impulses and initial values."""

from .response import TimeResponse, impulse_response, initial_response, step_response

__all__ = ["TimeResponse", "impulse_response", "initial_response", "step_response"]
