"""What happens without anybody's doing: deadlines, recovery, retention, and the clock that is read."""
