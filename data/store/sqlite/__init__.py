"""SQLite: jobs in threads, the file's lock, backup and restore."""
