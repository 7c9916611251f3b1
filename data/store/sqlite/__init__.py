"""SQLite: the driver, jobs on a connection's own thread, the file's lock, backup and restore."""
