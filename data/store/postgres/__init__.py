"""PostgreSQL: shards, their locks, the gate for identifying, and notifications between processes."""
