#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""benchmarks/crowd/storm.py [--scenarios N] [--first N] [--program FILE] [--before FILE] [--keep FOLDER]

Draws scenarios that mix what a designer may mix: maps of rooms, blocks, caves and halls, two to four groups of one to
forty, teams, sizes, masses, formations, vehicles, headways, leaders, goals one after the other, congestion. Plays each by
`portolan run`, with one thread and with two, and tells of each that shows a fault: somebody left after 2,500 ticks, an
entry into a wall, a squeeze, a leap (more than three times what the fastest walks in a tick), or a hash that depends on
the threads. With --before, of each that another program plays otherwise, with the figures of both. The last line has the
sums. --keep keeps the scenarios of which a line tells.
"""
import argparse
import csv
import json
import pathlib
import random
import subprocess
import tempfile

from guards import ROOT, blocks, caves, rooms

TICKS = 2500
SECONDS = 0.1  # of a tick
LEAP = 3  # times what the fastest walks in a tick
FIGURES = ("ticks", "left", "walls", "squeezes", "leaps")


def halls(rng, size, _):
    """Two halls, and a passage of one to five cells between them."""
    width, length = rng.choice([1, 2, 3, 5]), rng.choice([1, 4, 8, 12])
    first, left = (size - width) // 2, (size - length) // 2
    return [
        [not left <= x < left + length or first <= y < first + width for x in range(size)] for y in range(size)
    ]


def rectangle(rng, size):
    width, height = rng.randrange(6, size // 3), rng.randrange(6, size // 3)
    return f"{{rect: [{rng.randrange(size - width)}, {rng.randrange(size - height)}, {width}, {height}]}}"


def group(rng, size, number, sizes):
    """A group as YAML, and how fast it is."""
    speed = rng.choice([1.5, 3, 4, 4, 6])
    keys = [
        f"name: g{number}, count: {rng.choice([1, 5, 20, 40])}, start: {rectangle(rng, size)}",
        f"goal: {rectangle(rng, size)}, speed: {speed}, radius: {rng.choice(sizes)}",
        f"avoidance: {rng.choice(['none', 'separation', 'separation', 'reciprocal', 'reciprocal'])}",
        f"team: {rng.choice([0, 0, 1, 2])}, mass: {rng.choice([1, 1, 1, 5, 20])}",
    ]
    stays = rng.random() < 0.7
    if stays:
        keys.append("on_arrival: stay")
    if stays and rng.random() < 0.35:
        keys.append(f"formation: {rng.choice(['block', 'line', 'wedge', 'column'])}")
    if rng.random() < 0.15:
        keys.append("acceleration: 4, turn_rate: 120")
    if rng.random() < 0.1:
        keys.append("headway: 0.5")
    if rng.random() < 0.2:
        keys.append(f"wait: {rng.choice([0, 2])}, then: [{{goal: {rectangle(rng, size)}}}]")
    if number > 0 and rng.random() < 0.1:
        keys.append("leader: g0")
    return "  - {" + ", ".join(keys) + "}\n", speed


def draw(seed):
    """The scenario as YAML, and the speed of its fastest."""
    rng = random.Random(seed * 6007 + 5)
    size = rng.choice([32, 48, 64])
    kind = rng.choice([rooms, blocks, caves, halls])
    rows = "\n".join("    " + "".join("." if c else "#" for c in row) for row in kind(rng, size, rng.choice([10, 14, 18])))
    text = f"seed: {seed}\nticks: {TICKS}\nmap:\n  ascii: |\n{rows}\n"
    if rng.random() < 0.4:
        text += "congestion: {interval: 2}\n"
    sizes = [0.2, 0.3, 0.3, 0.4] if kind in (rooms, caves) else [0.2, 0.3, 0.3, 0.45, 0.8, 1.5]
    groups = [group(rng, size, k, sizes) for k in range(rng.choice([2, 2, 3, 4]))]
    return text + "groups:\n" + "".join(g for g, _ in groups), max(speed for _, speed in groups)


def leaps_in(tracks, fastest):
    count, last = 0, {}
    with open(tracks, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            at = (float(row["x"]), float(row["y"]))
            x, y = last.get(row["agent"], at)
            count += (at[0] - x) ** 2 + (at[1] - y) ** 2 > (LEAP * fastest * SECONDS) ** 2
            last[row["agent"]] = at
    return count


def play(program, scenario, fastest, threads):
    """The figures of a run and its hash; nothing, where the scenario is refused: nobody can stand at its start."""
    tracks = scenario.with_suffix(".csv")
    command = [program, "run", scenario, "--json", "--tracks", tracks, "--set", f"hierarchy.threads={threads}"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode > 1 or not run.stdout:
        return None
    report = json.loads(run.stdout)
    left = report["agents"] - report["arrived"] - report["stuck"]
    leaps = leaps_in(tracks, fastest)
    return (report["ticks"], left, report["wall_entries"], report["squeezes"], leaps), report["hash"]


def in_words(figures):
    return ", ".join(f"{name} {figure}" for name, figure in zip(FIGURES, figures))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", type=int, default=100, help="how many (100)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (0)")
    parser.add_argument("--program", default=ROOT / "build" / "release" / "apps" / "portolan", help="portolan")
    parser.add_argument("--before", help="portolan as it was before a change")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the scenarios of which a line tells")
    asked = parser.parse_args()
    sums, sums_before, played, depend = [0] * len(FIGURES), [0] * len(FIGURES), 0, 0
    with tempfile.TemporaryDirectory() as name:
        scenario = pathlib.Path(name) / "scenario.yaml"
        for seed in range(asked.first, asked.first + asked.scenarios):
            text, fastest = draw(seed)
            scenario.write_text(text, encoding="utf-8")
            now = play(asked.program, scenario, fastest, 1)
            if now is None:
                continue
            other = play(asked.before or asked.program, scenario, fastest, 1 if asked.before else 2)
            played, sums = played + 1, [a + b for a, b in zip(sums, now[0])]
            sums_before = [a + b for a, b in zip(sums_before, other[0])]
            differs = other != now
            depend += differs and not asked.before
            if not differs and (asked.before or not any(now[0][1:])):
                continue
            tail = f" (before: {in_words(other[0])})" if asked.before else " (another hash with two threads)" if differs else ""
            print(f"scenario {seed}: {in_words(now[0])}{tail}", flush=True)
            if asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
                (asked.keep / f"storm_{seed}.yaml").write_text(text, encoding="utf-8")
    tail = f"; before: {in_words(sums_before)}" if asked.before else f"; {depend} depend on the threads"
    print(f"{played} scenarios: {in_words(sums)}{tail}")


if __name__ == "__main__":
    main()
