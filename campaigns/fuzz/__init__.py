"""Texts, sessions, data files and calls that nobody would write, tried in processes with limits."""
