"""Every sentence that a person can see, for reading and for checking.

- ``python -m tests.text`` prints them, grouped by place; ``--sample 50 --seed 7`` prints fifty at random,
  ``--language de`` those of another language.
- ``sources`` reads them from the Python sources, ``page`` from the local page, ``commands`` from the command
  tree; ``listing`` puts them together with those that are translated.
- ``rules`` is what can be checked of the style: words to avoid, Title Case, lengths.
"""
