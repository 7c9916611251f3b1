"""PostgreSQL: the executor, shards and who serves them, dumps, and notifications between processes."""
