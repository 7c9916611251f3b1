#!/usr/bin/env bash
# Builds what a release consists of: wheel, sdist, the exact versions of what they need, and a list of it all.
#   bash data/hosting/release.sh v0.1.0 dist
# The release's part of CHANGELOG.md is written beside that, to dist.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$1 out=$2
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install -q 'build>=1.3,<2' 'uv>=0.9,<1' 'cyclonedx-bom>=7,<8'

version=$("$tools/bin/python" -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
if [ "$tag" != "v$version" ]; then
    echo "The tag is $tag, but pyproject.toml says $version. Make them the same." >&2
    exit 1
fi
# From the heading of this version to the next.
sed -n "/^## ${version//./\\.} /,/^## /{/^## /d;p}" CHANGELOG.md > "$out.md"
if ! grep -q . "$out.md"; then
    echo "CHANGELOG.md has no section for $version." >&2
    exit 1
fi

"$tools/bin/python" -m build --outdir "$out"
# For each system and Python: some need a package, or a version, that others can't have.
"$tools/bin/uv" pip compile --quiet --universal --python-version 3.11 --extra postgres --generate-hashes --no-header \
    --no-annotate --output-file "$out/requirements.txt" pyproject.toml
"$tools/bin/cyclonedx-py" requirements "$out/requirements.txt" --output-file "$out/sbom.cdx.json"
