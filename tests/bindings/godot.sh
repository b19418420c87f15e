# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# godot.sh PROJECT SCRIPT ARGUMENT...: a GDScript by Godot 3 without a screen, in a project that has the addon
set -euo pipefail
if ! command -v godot3-server > /dev/null; then
  printf 'skipped: there is no godot3-server (scripts/setup bindings)\n'
  exit 77
fi
# Godot keeps settings at home.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
HOME=$folder XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder XDG_CACHE_HOME=$folder LANG=en_US \
  godot3-server --no-window --quit --path "$1" --script "$2" "${@:3}" > "$folder/printed" 2> "$folder/errors" || code=$?
cat "$folder/errors" >&2
# Its name and an empty line come first.
sed '1,2d' "$folder/printed"
# A script that ends by a fault of its own is no failure to Godot.
if grep -q '^SCRIPT ERROR' "$folder/errors"; then
  exit 1
fi
exit "$code"
