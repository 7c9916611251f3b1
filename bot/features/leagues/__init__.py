"""Leagues and Swiss tournaments: seasons of games for two in a server, whose tables the bot opens.

- ``schedule``: divisions, and who plays whom. Pure.
- ``results``: how a league's game ended, and which side was away or has taken more time. Pure.
- ``standings``: points, order, promotion and relegation. Pure.
- ``service``: joining and leaving, and all that happens automatically: rounds, forfeits, seasons.
- ``league_pictures``: a season as a picture. ``league_cards``: a league's card. ``league_events``: a season
  among the events of its server. ``league_commands``: what people ask of it. ``hooks``: where leagues take
  part.
"""
