#!/bin/sh
# Babel 2.19.0: a sentence that comes back into the template doesn't get its own translation back, but a neighbour's.
#
# A good guess: pybabel update keeps what is said no more at the end of the file (#~) so that it is there when the
# sentence returns, as msgmerge of GNU gettext does.
# Seen: the kept translation stays where it is, unused. The entry that returns is empty or, as by default similar
# entries are guessed, has the translation of another sentence, marked fuzzy; the file now has the sentence twice.
# Why it matters: a feature that is taken out for a release and put back loses all its translations although they are
# in the file, and the translator is shown a guess in the place of what they wrote themselves.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q Babel==2.19.0
cd "$folder"
cat >template.pot <<'PO'
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"

msgid "The red ship sinks."
msgstr ""

msgid "The blue ship sinks."
msgstr ""
PO
cat >de.po <<'PO'
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "The red ship sinks."
msgstr "Das rote Schiff sinkt."

#~ msgid "The blue ship sinks."
#~ msgstr "Das blaue Schiff sinkt."
PO
cp de.po exact.po
venv/bin/pybabel -q update -l de -i template.pot -o de.po
venv/bin/pybabel -q update -N -l de -i template.pot -o exact.po
venv/bin/python - <<'PYTHON'
from babel.messages.pofile import read_po

BLUE = "The blue ship sinks."


def entry(name):
    with open(name, "rb") as file:
        catalogue = read_po(file)
    return catalogue[BLUE].string, catalogue[BLUE].fuzzy, catalogue.obsolete[BLUE].string


guessed, exact = entry("de.po"), entry("exact.po")
print(f"by default {guessed}, with --no-fuzzy-matching {exact}")
assert guessed == ("Das rote Schiff sinkt.", True, "Das blaue Schiff sinkt.")
assert exact == ("", False, "Das blaue Schiff sinkt.")
PYTHON
if command -v msgmerge >/dev/null; then
    cat >gnu.po <<'PO'
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "The red ship sinks."
msgstr "Das rote Schiff sinkt."

#~ msgid "The blue ship sinks."
#~ msgstr "Das blaue Schiff sinkt."
PO
    msgmerge -q gnu.po template.pot | grep -qx 'msgstr "Das blaue Schiff sinkt."'
    echo "msgmerge restores it"
fi
