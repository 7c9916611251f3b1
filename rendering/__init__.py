"""Pictures of games: one painter a game on a shared base, and the studio that runs them.

A painter reads :mod:`.scene` (what to draw), :mod:`.theme` (shared colours), :mod:`.boards` (squares),
:mod:`.sprites` (antialiased drawing, kept), :mod:`.primitives` (shared signs), :mod:`.lettering` (text); and
:mod:`.studio` says what a painter is.
"""
