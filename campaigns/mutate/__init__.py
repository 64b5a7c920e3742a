"""Mutants: small deliberate mistakes in the source, each of which the tests of its package should notice."""
