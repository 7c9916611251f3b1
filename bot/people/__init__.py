"""People: who somebody is, what they are called, what they have chosen."""
