"""SQLite: jobs in threads with connections of their own, the file's lock, backup and restore."""
