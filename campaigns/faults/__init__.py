"""Machine faults: kills, full disks, closed streams, damaged files; and what must hold afterwards."""
