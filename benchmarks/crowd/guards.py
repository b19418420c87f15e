#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""benchmarks/crowd/guards.py [--maps N] [--first N] [--without-guards] [--program FILE]

Draws maps of rooms, blocks and caves, most with a row of guards across who give no way, plays each by `portolan run`
with `congestion`, and tells who of a group of 5 to 150 did not arrive within 2,000 ticks. Whether these have a way is
found by a search over quarters of cells between the bodies that stand there in the end, which shares nothing with the
library. One line for each map with somebody left, and the sums.
"""
import argparse
import csv
import json
import pathlib
import random
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GUARD = 0.45  # radius, cells
PARTS = 4  # of a cell to each side, in the search for a way
ROOM = 1.03  # times its radius that a body needs to get through
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def rooms(rng, size, scale):
    """Walls every so many cells, with doors of one to three cells in most of them. True is free."""
    free = [[x % scale or not 0 < x < size - 2 for x in range(size)] for _ in range(size)]
    lines = range(scale, size - 2, scale)
    for y in lines:
        free[y] = [False] * size
    for is_column in (True, False):
        for line in lines:
            for begin in range(0, size, scale):
                end = min(size, begin + scale)
                if end - begin < 4 or rng.random() >= 0.85:
                    continue
                width = rng.choice([1, 2, 2, 3])
                first = rng.randrange(begin + 1, max(begin + 2, end - width))
                for k in range(first, min(first + width, end)):
                    free[k if is_column else line][line if is_column else k] = True
    return free


def blocks(rng, size, scale):
    free = [[True] * size for _ in range(size)]
    for _ in range(size * size // (scale * scale)):
        width, height = rng.randrange(2, scale), rng.randrange(2, scale)
        left, top = rng.randrange(size), rng.randrange(size)
        for y in range(top, min(top + height, size)):
            for x in range(left, min(left + width, size)):
                free[y][x] = False
    return free


def caves(rng, size, _):
    wall = [[rng.random() < 0.42 for _ in range(size)] for _ in range(size)]
    for _ in range(4):
        def walls_around(x, y):
            return sum(
                not (0 <= b < size and 0 <= a < size) or wall[b][a] for b in range(y - 1, y + 2) for a in range(x - 1, x + 2)
            )

        wall = [[walls_around(x, y) >= 5 for x in range(size)] for y in range(size)]
    return [[not w for w in row] for row in wall]


def reached(begin, is_free):
    seen, queue = set(begin), list(begin)
    for x, y in queue:
        for dx, dy in STEPS:
            to = (x + dx, y + dy)
            if to not in seen and is_free(to):
                seen.add(to)
                queue.append(to)
    return seen


def row_of_guards(rng, free, ground):
    """A strip of one to three cells from one side of the map, with or without gaps."""
    size = len(free)
    left, width = size // 2 + rng.randrange(-6, 7), rng.choice([1, 1, 2, 3])
    share, from_top, every = rng.uniform(0.4, 0.85), rng.random() < 0.5, rng.choice([1, 1, 1, 2, 3])
    length = int(size * share)
    rows = range(0, length) if from_top else range(size - length, size)
    return [(x, y) for x in range(left, left + width) for y in rows if (x, y) in ground and y % every == 0]


def draw(seed, with_guards):
    rng = random.Random(seed * 7919 + 13)
    while True:
        size = rng.choice([48, 64, 64, 96])
        kind, scale = rng.choice([rooms, rooms, blocks, caves]), rng.choice([8, 12, 16, 20])
        free = kind(rng, size, scale)
        side = rng.choice([8, 12, 16])
        top, top_of_goal = rng.randrange(0, size - side), rng.randrange(0, size - 8)
        start = [(x, y) for y in range(top, top + side) for x in range(side) if free[y][x]]
        goal = [(x, y) for y in range(top_of_goal, top_of_goal + 8) for x in range(size - 8, size) if free[y][x]]
        if not start or not goal:
            continue
        ground = reached(goal[:1], lambda c: 0 <= c[0] < size and 0 <= c[1] < size and free[c[1]][c[0]])
        start, goal = ([c for c in cells if c in ground] for cells in (start, goal))
        radius, count = rng.choice([0.3, 0.4, 0.4, 0.45]), rng.choice([10, 20, 60, 60, 100, 150])
        count = min(count, int(len(start) * 0.7), int(len(goal) * 0.7))
        if count < 5:
            continue
        guards = row_of_guards(rng, free, ground) if with_guards else []
        if not with_guards or len(guards) >= 4:
            return {"kind": kind.__name__, "free": free, "start": start, "goal": goal, "radius": radius,
                    "count": count, "guards": guards, "seed": seed}


def scenario_of(drawn):
    def cells(of):
        return "{cells: [" + ", ".join(f"[{x}, {y}]" for x, y in of) + "]}"

    rows = "\n".join("    " + "".join("." if c else "#" for c in row) for row in drawn["free"])
    text = (
        f"seed: {drawn['seed']}\nticks: 2000\nmap:\n  ascii: |\n{rows}\ncongestion: {{interval: 2}}\n"
        "hierarchy: {sector_size: 16}\ngroups:\n"
        f"  - {{name: west, count: {drawn['count']}, start: {cells(drawn['start'])}, goal: {cells(drawn['goal'])}, "
        f"radius: {drawn['radius']:g}, avoidance: reciprocal, on_arrival: stay}}\n"
    )
    if drawn["guards"]:
        guards = cells(drawn["guards"])
        text += (
            f"  - {{name: guard, count: {len(drawn['guards'])}, start: {guards}, goal: {guards}, radius: {GUARD}, team: 1, "
            "mass: 50, on_arrival: stay, arrival_radius: 0.5, avoidance: reciprocal}\n"
        )
    return text


def play(program, drawn, folder):
    """The report, and where everybody was in the end: group, x, y, whether it has arrived."""
    scenario, tracks = folder / "map.yaml", folder / "tracks.csv"
    scenario.write_text(scenario_of(drawn))
    run = subprocess.run([program, "run", scenario, "--json", "--tracks", tracks], capture_output=True, text=True)
    if run.returncode > 1:
        raise SystemExit(run.stderr)
    with open(tracks, newline="", encoding="utf-8") as file:
        last = {row["agent"]: row for row in csv.DictReader(file)}
    ends = [(r["group"], float(r["x"]), float(r["y"]), r["state"] == "arrived") for r in last.values()]
    return json.loads(run.stdout), ends


def with_a_way(drawn, ends):
    """How many of those who are left could go to the goal, between walls and guards."""
    size = len(drawn["free"]) * PARTS
    radius = drawn["radius"] * ROOM
    walls = {(x, y) for y, row in enumerate(drawn["free"]) for x, is_free in enumerate(row) if not is_free}
    guards = {}
    for group, x, y, _ in ends:
        if group == "guard":
            guards.setdefault((int(x), int(y)), []).append((x, y))

    def is_free(part):
        x, y = ((k + 0.5) / PARTS for k in part)
        if min(x, y) < radius or max(x, y) > size / PARTS - radius:
            return False
        for b in range(int(y) - 1, int(y) + 2):
            for a in range(int(x) - 1, int(x) + 2):
                off = (max(a - x, 0, x - a - 1), max(b - y, 0, y - b - 1))
                if (a, b) in walls and off[0] ** 2 + off[1] ** 2 < radius**2:
                    return False
                if any((x - u) ** 2 + (y - v) ** 2 < (radius + GUARD) ** 2 for u, v in guards.get((a, b), ())):
                    return False
        return True

    parts = [(x * PARTS + a, y * PARTS + b) for x, y in drawn["goal"] for a in range(PARTS) for b in range(PARTS)]
    seen = reached([p for p in parts if is_free(p)], is_free)
    goal, near = set(drawn["goal"]), range(-PARTS + 1, PARTS)
    left = [(x, y) for group, x, y, there in ends if group == "west" and not there and (int(x), int(y)) not in goal]
    return sum(any((int(x * PARTS) + a, int(y * PARTS) + b) in seen for a in near for b in near) for x, y in left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", type=int, default=320, help="how many (320)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (0)")
    parser.add_argument("--without-guards", action="store_true")
    parser.add_argument("--program", default=ROOT / "build" / "release" / "apps" / "portolan", help="portolan")
    asked = parser.parse_args()
    maps_with_way = agents_with_way = maps_left = agents_left = squeezes = 0
    with tempfile.TemporaryDirectory() as name:
        for seed in range(asked.first, asked.first + asked.maps):
            drawn = draw(seed, not asked.without_guards)
            report, ends = play(asked.program, drawn, pathlib.Path(name))
            left = drawn["count"] - report["groups"][0]["arrived"]
            squeezes += report["squeezes"]
            if left == 0:
                continue
            way = with_a_way(drawn, ends)
            maps_left, agents_left = maps_left + 1, agents_left + left
            maps_with_way, agents_with_way = maps_with_way + (way > 0), agents_with_way + way
            print(f"map {seed}, {drawn['kind']}: {left} of {drawn['count']} left, {way} of them have a way", flush=True)
    print(
        f"{asked.maps} maps: on {maps_left} somebody is left, {agents_left} in all; on {maps_with_way} somebody who has a way, "
        f"{agents_with_way} in all; {squeezes} squeezes"
    )


if __name__ == "__main__":
    main()
