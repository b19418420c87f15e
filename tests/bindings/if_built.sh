# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# if_built.sh FILE COMMAND...: the command, or a skipped test where scripts/wasm has not made FILE from the sources as they are
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ ! -e $1 ]]; then
  printf 'skipped: %s was not built (scripts/setup bindings, scripts/wasm)\n' "$1"
  exit 77
fi
newer=$(cd "$root" && find core hierarchy dynamic crowd simulation bindings/c bindings/wasm -newer "$1" -type f -print -quit)
if [[ -n $newer ]]; then
  printf 'skipped: %s is newer than %s (scripts/wasm)\n' "$newer" "$1"
  exit 77
fi
exec "${@:2}"
