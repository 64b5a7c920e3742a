"""Parameters from measurements."""

from .fit import Experiment, Fit
from .fitting import FitKeywords, FitSettings, fit
from .losses import LOSSES
from .measurements import Measurements, read_measurements

__all__ = ["LOSSES", "Experiment", "Fit", "FitKeywords", "FitSettings", "Measurements", "fit", "read_measurements"]
