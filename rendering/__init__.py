"""Pictures of games: a painter for each game on a shared base, and the studio that runs the painters.

>>> from bot.games import GAMES
>>> from pathlib import Path
>>> from rendering.painting import draw
>>> from rendering.scene import Scene
>>> state = GAMES["snorkels"].start({"pie": "on", "stones": 0})
>>> Path("snorkels.png").write_bytes(draw("snorkels", Scene(state.view_for(None))).data) > 10_000
True

- A game's folder contains its painter (``painting`` says what a painter is), ``theme.toml`` its colours, and
  ``figures.toml`` the shapes of what it draws (``Sketch.draw``).
- Painters use ``scene`` (what to draw, and what comes of it), ``theme`` (colours), ``boards`` (squares),
  ``sprites`` (antialiased drawing), ``pen`` (words in the colours of a picture), ``primitives`` (shared
  signs), ``text`` in the fonts of ``faces``, ``cache`` (earlier sprites), ``canvas`` (pictures in few
  colours, in the memory of their files) and ``tiles`` (pictures assembled from cached tiles).
- ``header`` draws what stands above the pictures of all games.
- ``strip`` paints several turns side by side, ``small`` one small board, ``picker`` all games, ``graph`` a
  review; ``profile``, ``ranking``, ``day``, ``league``, ``swiss`` and ``lobby`` paint people on a ``sheet``,
  with their ``discs`` and the emblems of games (``emblem`` in a game's folder).
- ``studio`` is what everybody else calls; its workers run ``jobs``. ``png`` and ``film`` (of the
  positions that ``frames`` chooses) write the files.
"""
