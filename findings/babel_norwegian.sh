#!/bin/sh
# Babel 2.19.0: Discord's code for Norwegian, "no", doesn't find a catalogue named "nb".
#
# A good guess: negotiate_locale(["no"], ["en", "nb"]) is "nb": its table of aliases says that "no" is Bokmål.
# Seen: None. The alias is "nb_NO" and is compared as a whole: a catalogue "nb_NO" is found, "nb" isn't, although every
# other language falls back from language_COUNTRY to the language.
# Why it matters: Discord names its clients' languages "sv-SE", "pt-BR", "no". With folders named as translators name
# them, negotiation serves all of them but the Norwegians, who read English; nothing says so.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q Babel==2.19.0
"$folder/venv/bin/python" - <<'PYTHON'
from babel import Locale, negotiate_locale

swedish = negotiate_locale(["sv-SE"], ["en", "sv", "nb"], sep="-")
whole = negotiate_locale(["no"], ["en", "nb_NO"])
short = negotiate_locale(["no"], ["en", "nb"])
print(f"sv-SE: {swedish}; no: {whole} or {short}")
assert swedish == "sv"
assert whole == "nb_NO"
assert short is None
assert Locale.negotiate(["no"], ["en", "nb"]) is None
PYTHON
