"""Leagues and Swiss nights.

- ``league_cards``: the card of each league, which keeps itself current. ``commands``: what people ask for,
  by command or button. ``text``: the sentences.
"""
