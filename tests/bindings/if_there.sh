# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# if_there.sh FILE COMMAND...: the command, or a skipped test where the file was not built
if [[ ! -e $1 ]]; then
  printf 'skipped: %s was not built, for want of a tool (scripts/setup bindings)\n' "$1"
  exit 77
fi
exec "${@:2}"
