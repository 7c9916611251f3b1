"""Forced moves: ``forced_turns`` plays people's only legal moves for those who want that."""
