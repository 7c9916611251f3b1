"""Finding an opponent: ``opponents`` says which open table fits best, ``play`` sits down there."""
