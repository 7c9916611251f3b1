"""Faults: the real bot killed, starved and cut off, and what must hold afterwards."""
