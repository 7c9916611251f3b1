"""The languages: what there is to translate, what is translated, and the pseudo-language.

- ``messages`` finds every sentence that goes through the catalogues: in the Python sources, the command tree,
  the local page, the lessons, the rule books and the facts of games.
- ``python -m tests.languages`` says how far each language is, and what is wrong in it; ``--update`` brings
  the files in ``data/languages`` up to date, where a new sentence stands without a translation;
  ``--new fr Français`` begins a file.
- ``words.toml`` has the words of each game and what placeholders are filled with, for translators.
- ``tags`` knows the languages that there are, and how each counts.
- ``pseudo`` is a language that nobody speaks: accents, a third longer, in brackets. A sentence that a tour
  shows without brackets has not gone through the catalogues.
"""
