"""Forced moves: people's only legal moves, played automatically."""
