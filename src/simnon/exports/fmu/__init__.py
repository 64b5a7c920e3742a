"""Models -> functional mock-up units."""

from .write import FmuOptions, fmu_files, write_fmu

__all__ = ["FmuOptions", "fmu_files", "write_fmu"]
