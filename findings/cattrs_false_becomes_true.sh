#!/bin/sh
# cattrs 26.2.1: a mapping from bool comes back from JSON without its False, and what belonged to False is now True's.
#
# A good guess: cattrs.preconf.json knows that JSON's keys are strings, as it brings back keys that are whole numbers,
# fractions and dates; {True: "won", False: "lost"} too, or it refuses the type.
# Seen: it is written as {"true": "won", "false": "lost"} and read as {True: "lost"}: both keys go through bool(), for
# which any text is true. The orjson one writes "True" and "False" and reads the same. Alone, {False: "lost"} comes back
# as {True: "lost"}. In CBOR, whose keys may be of any kind, it is right.
# Why it matters: "who is ready", "points of the host and the guest": saved without an error, loaded without one, half
# gone and the other half turned round. A test with an empty mapping, or with True only, passes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q cattrs==26.2.1 orjson==3.13.0 cbor2==6.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import date

from cattrs.preconf import cbor2, json, orjson

BOTH = {True: "won", False: "lost"}
for format in (json, orjson, cbor2):
    converter = format.make_converter()

    def there_and_back(value, type):
        return converter.loads(converter.dumps(value, unstructure_as=type), type)

    came_back = there_and_back(BOTH, dict[bool, str])
    print(f"{format.__name__}: {converter.dumps(BOTH, unstructure_as=dict[bool, str])!r} is read as {came_back}")
    if format in (json, orjson):
        assert came_back == {True: "lost"}
        assert there_and_back({False: "lost"}, dict[bool, str]) == {True: "lost"}
    else:
        assert came_back == BOTH
    for key in (1, 1.5, date(2027, 1, 6)):
        assert there_and_back({key: "won"}, dict[type(key), str]) == {key: "won"}
PYTHON
