"""SQLite: jobs in threads, the file's lock, and backup."""
