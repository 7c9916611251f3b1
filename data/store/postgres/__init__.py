"""PostgreSQL: the executor, shards, and notifications between processes."""
