"""Ways into a game: ``new_game`` is a form that opens one, ``options`` changes those of an open one.

``game_cards`` shows what there is to play.
The card to pin has a button for each game, and stays as it is for years.
"""
