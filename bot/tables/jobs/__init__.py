"""Background jobs: deadlines, recovery, data retention, and the guarded clock."""
