#!/bin/sh
# polib 1.2.0: merging a template in which a sentence has got a plural throws its translation away; one that has lost
# its plural is left with two.
#
# A good guess: merge() does exactly what msgmerge does, as its description says: the old translation is kept as the
# first form, marked fuzzy, or at least as obsolete.
# Seen: in the file the forms are empty, without a mark, and the old translation is nowhere, not even as obsolete; until
# the file is read again, 100 per cent are translated. The other way round the entry has one msgid with msgstr[0] and
# msgstr[1], which no catalogue may have. A sentence that is left out and comes back has its translation back.
# Why it matters: "%d card" becomes "%d card/%d cards" in the code; in every language that work is gone with the next
# update, and the check for 100 per cent says that nothing is missing. Take msgmerge.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q polib==1.2.0
"$folder/venv/bin/python" - <<'PYTHON'
import polib

HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
ONE, MANY = 'msgid "%d card"\n', 'msgid "%d card"\nmsgid_plural "%d cards"\n'


def merged(what, catalogue, *templates):
    """The file, its obsolete entries, and how much is translated before it's written and after it's read again."""
    catalogue = polib.pofile(HEAD + catalogue)
    for template in templates:
        catalogue.merge(polib.pofile(HEAD + template))
    text, before = str(catalogue).partition("\n\n")[2], catalogue.percent_translated()
    again = polib.pofile(str(catalogue))
    print(f"{what}, {before} and {again.percent_translated()} per cent:\n{text}")
    return text, len(again.obsolete_entries()), before, again.percent_translated()


text, *rest = merged("got a plural", f'{ONE}msgstr "%d Karte"\n', f'{MANY}msgstr[0] ""\nmsgstr[1] ""\n')
assert 'msgstr[0] ""' in text and "Karte" not in text and rest == [0, 100, 0]
text, *rest = merged("lost it", f'{MANY}msgstr[0] "%d Karte"\nmsgstr[1] "%d Karten"\n', f'{ONE}msgstr ""\n')
assert "msgid_plural" not in text and 'msgstr[1] "%d Karten"' in text and rest == [0, 100, 100]
text, *rest = merged("came back", f'{ONE}msgstr "%d Karte"\n', 'msgid "Go"\nmsgstr ""\n', f'{ONE}msgstr ""\n')
assert 'msgstr "%d Karte"' in text and rest == [1, 100, 100]
PYTHON
