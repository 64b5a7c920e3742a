"""Where the results of members go while they come in: memory, or a file that fills up (Zarr, NetCDF)."""

from .storing import GRID, MEMBER, MESSAGES, STOP, STOP_TIME, TIME, InMemory, OnDisk, Storage

__all__ = ["GRID", "MEMBER", "MESSAGES", "STOP", "STOP_TIME", "TIME", "InMemory", "OnDisk", "Storage"]
