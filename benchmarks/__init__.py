"""Measurements of Simnon; each file is one benchmark, run with `python3 run.py bench NAME`."""
