"""One seed, the whole bot: simulated people and faults in virtual time (``README.md``)."""
