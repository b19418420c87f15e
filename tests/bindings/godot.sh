# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# godot.sh PROJECT SCRIPT ARGUMENT...: a GDScript by Godot 3 without a screen, in a project that has the addon
set -euo pipefail
if ! command -v godot3-server > /dev/null; then
  printf 'skipped: there is no godot3-server (scripts/setup bindings)\n'
  exit 77
fi
# Godot keeps settings and logs at home.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
HOME=$folder XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder XDG_CACHE_HOME=$folder LANG=en_US \
  godot3-server --no-window --path "$1" --script "$2" "${@:3}" > "$folder/printed" || code=$?
# Its name and an empty line come first.
sed '1,2d' "$folder/printed"
exit "$code"
