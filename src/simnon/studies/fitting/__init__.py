"""Measurements -> the parameters of a model that explain them best."""

from simnon.doors import front_door

with front_door(__name__):
    from .fit import Fit, Start
    from .fitting import FitKeywords, FitSettings, Given, fit
    from .prediction import Prediction
    from .profile import Profile

__all__ = ["Fit", "FitKeywords", "FitSettings", "Given", "Prediction", "Profile", "Start", "fit"]
