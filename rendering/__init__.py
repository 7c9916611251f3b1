"""Pictures of games: one painter a game on a shared base, and the studio that runs them.

- a game's folder holds its painter (``painting`` says what a painter is).
- what a painter reads: ``scene`` (what to draw), ``theme`` (shared colours), ``boards`` (squares),
  ``sprites`` (antialiased drawing), ``primitives`` (shared signs), ``text``, ``cache`` (what is
  at hand again), ``tiles`` (pictures of finished tiles), ``captions`` (sentences on them).
- around painters: ``studio`` (all ask it who want pictures) has them painted by ``workers``, a thread or
  processes; ``warmup`` (what is drawn beforehand), ``picture``, ``png`` and ``gif`` (pictures as files).
"""
