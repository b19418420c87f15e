# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# compare.sh EXPECTED COMMAND...: the command prints what stands in EXPECTED; 77 where it says that a tool is missing
code=0
printed=$("${@:2}" 2>&1) || code=$?
if [[ $code == 77 || $printed == *"ModuleNotFoundError"* ]]; then
  printf 'skipped: %s\n' "${printed##*$'\n'}"
  exit 77
fi
if [[ $printed != "$(cat -- "$1")" || $code != 0 ]]; then
  printf '%s prints\n%s\nwhere %s has\n%s\n' "$2" "$printed" "$1" "$(cat -- "$1")"
  exit 1
fi
