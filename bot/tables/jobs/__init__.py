"""Background jobs: deadlines, retries, recovery, data retention, and the guarded clock."""
