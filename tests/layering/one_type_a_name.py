#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""one_type_a_name.py FOLDER...   no two files define types of one name in one namespace

To the linker they would be one: a `std::vector` of the one would be resized as that of the other. No compiler tells of
it, and whether a sanitizer does is chance.
"""
import collections
import pathlib
import re
import sys

TOKENS = re.compile(r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+'
                        | \bnamespace\s+(?P<space>[\w:]*)\s*\{ | \bnamespace\s*(?P<anonymous>\{)
                        | \b(?:struct|class|union|enum(?:\s+class)?)\s+(?P<type>\w+)(?:\s+final)?\s*(?::(?!:)[^;{]*)?\{
                        | [{}]""", re.VERBOSE | re.DOTALL)


def types_of(text):
    """Names, with their namespaces, of types that are nested in none and lie in no anonymous namespace."""
    open_braces = []  # names of namespaces; None: anything else
    for token in TOKENS.finditer(text):
        if token["space"] is not None:
            open_braces.append(token["space"])
        elif token["type"]:
            if None not in open_braces:
                yield "::".join([*open_braces, token["type"]])
            open_braces.append(None)
        elif token["anonymous"] or token[0] == "{":
            open_braces.append(None)
        elif token[0] == "}" and open_braces:
            open_braces.pop()


def main():
    files = collections.defaultdict(set)
    for folder in map(pathlib.Path, sys.argv[1:]):
        for file in sorted(folder.rglob("*.[ch]pp")):
            for name in types_of(file.read_text()):
                files[name].add(str(file))
    twice = {name: where for name, where in files.items() if len(where) > 1}
    for name, where in sorted(twice.items()):
        print(f"{name} is defined by {' and by '.join(sorted(where))}; give one of them another name")
    if not files:
        sys.exit("one_type_a_name.py: no types found")
    sys.exit(1 if twice else 0)


if __name__ == "__main__":
    main()
