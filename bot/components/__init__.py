"""Everything that people see and press on Discord.

Which module to open for what:

- a press: ``pressing`` finds its handler; ``answering`` is the error boundary; ``house``, ``restraint`` and
  ``measures`` are what all share.
- what a message shows, as values: ``card``; ``boards`` makes those of tables, ``words``, ``time_words``,
  ``reading``, ``verifying`` and ``careful`` their sentences.
- from a commit to Discord: ``publisher`` (when), ``showing`` (what), ``posting`` and ``places`` (how and
  where), ``calling``, ``nudges``, ``pings`` and ``letters`` (who is told), ``secrets`` (private charts),
  ``voices`` and ``adrift`` (tables without a channel).
- before a game: ``starting``, ``admission``, ``challenging``, ``lobby``.
- during a game: ``finding`` (which table is meant), ``picker``, ``following``, ``typing_help``, ``placing``
  and ``laying``, ``marking``, ``more``, ``agreements``.
- after and beside it: ``replays``, ``booklet``, ``daily``, ``results``, ``ranking``, ``table_list``.
- for people and servers: ``settings``, ``privacy``, ``doctor``.
"""
