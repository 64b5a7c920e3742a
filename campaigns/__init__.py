"""Campaigns: long searches for faults, started by hand; each finding becomes a test."""
