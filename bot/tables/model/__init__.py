"""A table as an immutable value: seating, position, timing, agreements, commitments; whether it is rated."""
