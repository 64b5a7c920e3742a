"""Faults of machines: kills, full disks, closed streams, damaged files; and what must be true afterwards."""
