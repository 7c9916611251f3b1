"""Pictures of games: one painter a game on a shared base, and the studio that runs them.

- a game's folder holds its painter (``painting`` says what a painter is).
- what a painter reads: ``scene`` (what to draw), ``theme`` (shared colours), ``boards`` (squares),
  ``sprites`` (antialiased drawing), ``primitives`` (shared signs), ``text``, ``cache`` (what is
  at hand again), ``tiles`` (pictures of finished tiles), ``captions`` (sentences on them).
- around painters: ``studio`` (whoever wants a picture asks it) has ``jobs`` done by ``bot.workers``;
  ``warmup`` (what is drawn beforehand), ``picture``, ``png`` and ``gif`` (pictures as files).
"""
