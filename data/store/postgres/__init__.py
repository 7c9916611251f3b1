"""PostgreSQL: shards and their locks, spacing of identifies, and notifications between processes."""
