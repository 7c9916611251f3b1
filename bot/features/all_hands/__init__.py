"""All hands: everybody in a channel plays together, by votes.

- ``votes``: what can be voted for, what wins, and when a vote closes. Pure.
- ``crowd_turns``: closes votes, and plays what was decided.
- ``crowd_events``: games among the events of their server.
- ``vote_cards``: how people vote, and what cards say of it; ``commands``: how a game begins.
"""
