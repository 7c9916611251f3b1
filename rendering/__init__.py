"""Pictures of games: one painter a game on a shared base, and the studio that runs them.

- a game's folder holds its painter (``painting`` says what a painter is).
- what a painter reads: ``scene`` (what to draw), ``theme`` (shared colours), ``boards`` (squares),
  ``sprites`` (antialiased drawing), ``primitives`` (shared signs), ``lettering`` (text), ``keeping`` (what is
  at hand again), ``mosaic`` (pictures of finished tiles).
- around painters: ``studio`` (all ask it who want pictures) has ``orders`` done by ``hands``, a thread, or
  ``beside``, processes whose program is ``apprentice``; ``warming`` (what is drawn beforehand), ``picture``,
  ``png`` and ``film`` (pictures as files).
"""
