# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# csharp.sh PACKAGE PROGRAM LIBRARY-FOLDER ARGUMENT...: compiles a program with the C# package, and runs it by Mono
set -euo pipefail
for tool in mcs mono; do
  if ! command -v "$tool" > /dev/null; then
    printf 'skipped: there is no %s (scripts/setup bindings)\n' "$tool"
    exit 77
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mcs -warnaserror+ -langversion:7 -out:"$folder/program.exe" "$1"/*.cs "$2"
LD_LIBRARY_PATH=$3 mono "$folder/program.exe" "${@:4}"
