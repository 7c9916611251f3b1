"""Notes: a sentence that somebody writes about a game, and that opens when it is over."""
