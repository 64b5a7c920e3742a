"""Models -> functional mock-up units."""

from simnon.doors import front_door

with front_door(__name__):
    from .write import FmuOptions, fmu_files, write_fmu

__all__ = ["FmuOptions", "fmu_files", "write_fmu"]
