"""Where the results of members go as they arrive: memory, or a preallocated file (Zarr, NetCDF)."""

from .storing import GRID, MEMBER, MESSAGES, STOP, STOP_TIME, TIME, InMemory, OnDisk, Storage

__all__ = ["GRID", "MEMBER", "MESSAGES", "STOP", "STOP_TIME", "TIME", "InMemory", "OnDisk", "Storage"]
