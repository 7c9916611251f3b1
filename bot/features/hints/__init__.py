"""Hints in games against computers: ``hints`` finds and tells them."""
