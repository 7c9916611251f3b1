"""A page of pictures to look at: each phase of each game, as its people see it.

``python -m tests.gallery FOLDER`` draws the pictures and ``index.html``, which shows them at three widths, in
greyscale, and on Discord's dark and light grounds.
"""
