"""A table as an immutable value: people, position, clock, time limit, commitments; whether it is rated."""
