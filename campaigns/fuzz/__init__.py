"""Texts, sessions, files of data and calls that nobody would write, tried in processes with limits."""
