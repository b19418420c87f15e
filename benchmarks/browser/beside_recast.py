#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""beside_recast.py [--agents N] [--queries N] [MAP.map...]   Portolan beside the npm package recast-navigation, in one browser

On each map: milliseconds to build it, microseconds for a path from cell to cell (those of MAP.map.scen, at even distances in
it), milliseconds for the ways of many to one goal, and for a step of a crowd that goes there and avoids its neighbours. Both must find a path for the same
queries. Needs what scripts/wasm builds, npm and Chromium; the package comes into build/recast. Without maps: Berlin, Boston and
two of games, from the folder of public maps.
"""
import argparse
import base64
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))
import browser  # noqa: E402

PACKAGE = "recast-navigation@0.43.1"
DATA = pathlib.Path(os.environ.get("PORTOLAN_DATA_DIR", ROOT.parent / "shared" / "data")) / "movingai"
MAPS = ["cities/Berlin_0_1024", "cities/Boston_0_1024", "bg512/AR0700SR", "wc3maps512/blastedlands"]
STEPS = 100


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def end_headers(self):
        # Pages that share nothing with others get a clock of 5 microseconds; elsewhere it has 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def read_map(path):
    lines = path.read_text(encoding="latin-1").split("\n")
    height, width = (int(line.split()[1]) for line in lines[1:3])
    is_open = bytes(1 if cell in ".GS" else 0 for line in lines[4:4 + height] for cell in line[:width])
    return {"width": width, "height": height, "open": base64.b64encode(is_open).decode()}


def read_queries(path, one):
    """Those from open ground to open ground: some lie on water, which is a wall here."""
    rows = [line.split() for line in path.read_text(encoding="latin-1").split("\n")[1:] if line.strip()]
    is_open = base64.b64decode(one["open"])
    queries = [[[int(r[4]), int(r[5])], [int(r[6]), int(r[7])]] for r in rows]
    return [ends for ends in queries if all(is_open[y * one["width"] + x] for x, y in ends)]


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def lay_out(folder):
    """The page's files under one root."""
    recast, library = ROOT / "build" / "recast", ROOT / "build" / "wasm" / "package" / "portolan.js"
    if not library.exists():
        sys.exit("scripts/wasm builds what is compared here")
    if not (recast / "node_modules" / "recast-navigation").exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", recast, PACKAGE], check=True)
    here = pathlib.Path(__file__).resolve().parent
    for name, target in {"recast": recast / "node_modules" / "@recast-navigation", "portolan.js": library,
                         "index.html": here / "beside_recast.html", "beside_recast.mjs": here / "beside_recast.mjs"}.items():
        os.symlink(target, pathlib.Path(folder) / name)


def tell(name, r):
    def row(what, ours, theirs, more=""):
        print(f"  {what:<34}{ours:>10.3f}{theirs:>10.3f}{theirs / ours:>8.1f}  {more}")

    p, c = r["paths"], r["crowd"]
    print(f"{name:<36}{'Portolan':>10}{'Recast':>10}{'times':>8}")
    row("build, ms", r["build"]["ours"], r["build"]["theirs"])
    more = f"{p['both']} by both, {p['onlyOurs']} and {p['onlyTheirs']} by one; theirs {100 * p['theirsLonger']:+.1f} % long"
    row("path, us, mean", p["ours"]["mean"], p["theirs"]["mean"], more)
    row("path, us, p99", p["ours"]["p99"], p["theirs"]["p99"])
    row(f"ways of {c['agents']} to one goal, ms", r["many"]["ours"], r["many"]["theirs"])
    nearer = f"{c['ours']['nearer']:.0f} and {c['theirs']['nearer']:.0f} m nearer after {c['steps']} steps"
    row(f"step of {c['agents']} agents, ms", c["ours"]["msPerStep"], c["theirs"]["msPerStep"], nearer)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", type=pathlib.Path)
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=300)
    given = parser.parse_args()
    maps = given.maps or [DATA / f"{name}.map" for name in MAPS]
    with tempfile.TemporaryDirectory() as folder, browser.Browser(patience=900) as page:
        lay_out(folder)
        page.call("Page.navigate", url=f"http://127.0.0.1:{serve(folder)}/index.html")
        page.wait_for("window.compare !== undefined")
        for path in maps:
            one = read_map(path)
            queries = read_queries(path.with_name(path.name + ".scen"), one)
            asked = [queries[i * len(queries) // given.queries] for i in range(given.queries)]
            places = [queries[i * 7919 % len(queries)][0] for i in range(given.agents)]
            data = ", ".join(json.dumps(part) for part in (one, asked, places, queries[-1][1], STEPS))
            tell(path.stem, page.ask(f"compare({data})"))


if __name__ == "__main__":
    main()
