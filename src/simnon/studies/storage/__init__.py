"""Where the results of members go as they arrive: memory, or a preallocated file (Zarr, NetCDF)."""

from simnon.doors import front_door

with front_door(__name__):
    from .storing import GRID, MEMBER, MESSAGES, STOP, STOP_TIME, TIME, InMemory, OnDisk, Storage

__all__ = ["GRID", "MEMBER", "MESSAGES", "STOP", "STOP_TIME", "TIME", "InMemory", "OnDisk", "Storage"]
