"""Campaigns: long searches for what is wrong, which a person starts; what they find becomes a test."""
