"""Computer players' turns at tables."""
