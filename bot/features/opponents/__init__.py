"""Finding an opponent: ``opponents`` says which open table fits best, and sits down there."""
