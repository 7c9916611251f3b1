"""The first steps: help and credits."""
