"""Pictures of games: a painter for each game on a shared base, and the studio that runs the painters.

- A game's folder contains its painter (``painting`` says what a painter is).
- Painters use ``scene`` (what to draw), ``theme`` (shared colours), ``boards`` (squares), ``sprites``
  (antialiased drawing), ``primitives`` (shared signs), ``text``, ``cache`` (earlier sprites), ``tiles``
  (pictures assembled from cached tiles) and ``canvas`` (pictures in the memory of their files).
- ``header`` draws what stands above the pictures of all games, ``title_card`` a film's first picture.
- ``strip`` paints several turns side by side.
- ``profile`` and ``ranking`` paint pictures of people, from ``people_views``.
- ``studio`` is what everybody else calls; its workers run ``jobs``. ``picture``, ``png`` and ``film`` are the
  finished files.
"""
