"""Pictures of games: one painter a game on a shared base, and the studio that runs them.

- a game's folder holds its painter (``studio`` says what a painter is).
- what a painter reads: ``scene`` (what to draw), ``theme`` (shared colours), ``boards`` (squares),
  ``sprites`` (antialiased drawing, kept), ``primitives`` (shared signs), ``lettering`` (text).
- around painters: ``studio`` (the thread that paints), ``warming`` (what is drawn beforehand), ``png`` and
  ``film`` (pictures as files).
"""
