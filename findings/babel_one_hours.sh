#!/bin/sh
# Babel 2.19.0: a number that is rounded to 1 gets the plural of the number before: "1 hours".
#
# A good guess: format_unit chooses the form for the number that it shows, as CLDR's plural rules are about what one
# reads; ten times a tenth of an hour is "1 hour", in each language.
# Seen: sum([0.1] * 10) is shown as 1 with the form of 0.9999999999999999: "1 hours", "1 horas", "1 Stunden". In Polish
# five hours less a hair are "5 godziny", the form of fractions, instead of "5 godzin". French and Portuguese say "1"
# rightly, as for them whatever is below two is one.
# Why it matters: a mean or a sum of measured times, "about 1 hour a game", is almost never a whole number and is often
# shown as one. Tests with 1, 2 and 1.5 don't see it. Round before you format.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q Babel==2.19.0
"$folder/venv/bin/python" - <<'PYTHON'
from babel.units import format_unit

TENTHS = sum([0.1] * 10)
seen = {}
for locale in ("en", "fr", "es", "pt_BR", "pl", "de"):
    seen[locale] = [
        format_unit(number, "duration-hour", locale=locale).replace("\N{NO-BREAK SPACE}", " ")
        for number in (1, TENTHS, 5, 5 * TENTHS)
    ]
    print(locale, *seen[locale], sep=", ")
assert seen["en"] == ["1 hour", "1 hours", "5 hours", "5 hours"]
assert seen["es"] == ["1 hora", "1 horas", "5 horas", "5 horas"]
assert seen["de"] == ["1 Stunde", "1 Stunden", "5 Stunden", "5 Stunden"]
assert seen["pl"] == ["1 godzina", "1 godziny", "5 godzin", "5 godziny"]
assert seen["fr"][:2] == ["1 heure"] * 2
assert seen["pt_BR"][:2] == ["1 hora"] * 2
PYTHON
