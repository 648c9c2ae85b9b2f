#!/usr/bin/env bash
# Make the environment of the peers that benchmarks/peers.py measures, or bring it up to date.
set -euo pipefail

usage="Usage: benchmarks/peers_environment.sh [FOLDER]

Install every line of benchmarks/peers_requirements.txt into FOLDER (build/peers if not given). A line that cannot be
installed is named at the end, and why in FOLDER/install.log; benchmarks/peers.py lists it as not installed.

Example: benchmarks/peers_environment.sh build/peers"
case "${1:-}" in -h | --help) echo "$usage" && exit ;; esac

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="${1:-$root/build/peers}"
log="$folder/install.log"
test -x "$folder/bin/python" || "${PYTHON:-python3}" -m venv "$folder"
: >"$log"

missing=()
while read -r requirement; do
	echo "== $requirement"
	"$folder/bin/python" -m pip install --disable-pip-version-check -c "$root/constraints.txt" "$requirement" \
		>>"$log" 2>&1 </dev/null || missing+=("$requirement")
done < <(grep -vE '^(#|$)' "$root/benchmarks/peers_requirements.txt")

for requirement in "${missing[@]}"; do
	echo "not installed: $requirement (see $log)"
done
