"""Hints in games against computers."""
