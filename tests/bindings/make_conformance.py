#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""make_conformance.py | conformance --write > tests/bindings/conformance.txt

Writes what every language plays (tests/bindings/conformance.c): a world of walls, mud, stairs and two layers, 1,000
queries and three scenes. Equal each time; what comes out is for the C program to say."""

WIDTH, HEIGHT = 256, 192
WALL, MUD, ROAD = 3, 1, 2
state = 20


def below(bound):
    """SplitMix64."""
    global state
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    z = state
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return (z ^ z >> 31) % bound


def say(*parts):
    print(*parts)


def world():
    say("world", WIDTH, HEIGHT, 2)
    for layer in range(2):
        for x in range(40, WIDTH - 2, 43):  # long walls with gates
            say("terrain", x, 0, 2, HEIGHT, layer, WALL)
            for _ in range(3):
                say("terrain", x, below(HEIGHT - 12), 2, 2 + below(9), layer, 0)
        for _ in range(90):
            say("terrain", below(WIDTH - 20), below(HEIGHT - 20), 1 + below(16), 1 + below(16), layer,
                (WALL, MUD, ROAD)[below(3)])
        say("terrain", 200, 150, 12, 12, layer, WALL)  # a yard without a gate
        say("terrain", 202, 152, 8, 8, layer, 0)
    for _ in range(12):
        x, y = below(WIDTH), below(HEIGHT)
        say("link", x, y, 0, x, y, 1, 48)
        say("link", x, y, 1, x, y, 0, 48)
    say("commit")
    say("profile", 1, 32, 1, 6, 1, 255)
    say("profile", 2, 16, 2, 255, 1, 255)
    for profile in range(2):
        say("portals", profile)


def queries():
    for i in range(1000):
        near = i % 5 == 0
        x, y = below(WIDTH), below(HEIGHT)
        to = (min(WIDTH - 1, x + below(30)), min(HEIGHT - 1, y + below(30))) if near else (below(WIDTH), below(HEIGHT))
        if i % 100 == 99:
            to = (WIDTH + below(5), to[1])
        say("query", i % 2, x, y, below(8) // 7, *to, below(8) // 7, (0, 0, 1, 3, 2)[below(5)])


def gate():
    """Four hundred walk at any angle while a gate shuts, opens, and the goal moves."""
    say("scene")
    say("agents", 0, 0, 5 * 64, 60 * 64, 20, 20, 80, 19, 512)
    say("order", 0, 0, 0, 1, 0, 0, 1, -1, 0, 220, 2, 230, 30, 0, 236, 40, 0)
    say("order", 0, 0, 1, 0, 1, 0, 0, -1, 220, 80, 1, 120, 100, 0)
    for tick in range(12):
        if tick == 3:
            say("stamp", 83, 0, 2, HEIGHT, 0, 1, 0)
            say("stamp", 60, 50, 10, 30, 0, 0, 40)
        if tick == 5:
            say("lift", 0)
            say("terrain", 126, 90, 2, 8, 0, 0)
        if tick == 6:
            say("places", 0, 1, 150, 170, 0)
        if tick == 7:
            say("holds", 1, 100, 20)
            say("body", 128, 26, 200, 1, 0, 0, 0, 120, 20)
        if tick == 8:
            say("stop", 0, 30)
            say("remove", 40, 10)
        if tick == 9:
            say("holds", 0, 90, 15)
            say("focus", 60, 90, 30, 4)
        say("tick", 25, 50, 150)
        if tick % 4 == 1:
            say("field", 0, 60, 20, 100, 100, 0)
            say("headings", 0, 0)
    say("end")


def crowd():
    """Two groups meet with reciprocal avoidance, others follow, flee and patrol; saved and restored on the way."""
    say("scene")
    say("agents", 0, 0, 10 * 64, 20 * 64, 10, 15, 72, 22, 200)
    say("agents", 0, 0, 100 * 64, 20 * 64, 10, 15, 72, 22, 200)
    say("agents", 1, 0, 60 * 64, 120 * 64, 6, 6, 200, 60, 150)
    say("agents", 0, 1, 130 * 64, 60 * 64, 8, 8, 80, 19, 256)
    say("order", 0, 0, 0, 0, 1, 0, 0, -1, 0, 100, 1, 104, 24, 0)
    say("order", 0, 0, 0, 0, 1, 0, 0, -1, 150, 80, 1, 14, 24, 0)
    say("order", 0, 1, 0, 0, 0, 0, 0, 0, 100, 20, 0)
    say("order", 0, 2, 0, 0, 0, 0, 0, 150, 120, 10, 0)
    say("order", 1, 3, 0, 0, 2, 0, 0, -1, 278, 15, 3, 20, 130, 0, 70, 170, 0, 70, 120, 0)
    say("order", 0, 0, 3, 1, 0, 0, 0, -1, 310, 20, 1, 30, 30, 0)
    say("pause", 1, 4)
    say("tick", 40, 50, 200)
    say("pause", 0, 4)
    say("finish")
    say("field", 5, 100, 40, 60, 60, 1)
    say("tick", 40, 50, 200)
    say("save")
    for _ in range(2):
        say("tick", 40, 50, 200)
        say("join", 1, 240, 5)
        say("withdraw", 3)
        say("stamp", 70, 100, 6, 6, 0, 1, 0)
        say("tick", 60, 50, 200)
        say("headings", 0, 0)
        for order in range(6):
            if order != 3:
                say("who", order)
        for x in range(10, 120, 9):
            say("room", x % 2, 0, x * 64, 24 * 64, 90)
        say("restore")
    say("tick", 1, 50, 200)
    say("manner", 2, 1, 1, -3, 1, 0, 0)
    say("order", 0, 0, 0, 0, 1, 0, 0, -1, 0, 60, 1, 60, 60, 0)
    say("manner", 4, 0, 2, 0, 0, 0, 0)
    say("order", 0, 0, 0, 0, 0, 0, 0, -1, 150, 60, 1, 30, 100, 0)
    say("keep")
    say("tick", 100, 50, 200)
    say("keep")
    for _ in range(2):
        say("tick", 100, 50, 200)
        say("stamp", 30, 60, 20, 6, 0, 1, 0)
        say("withdraw", 1)
        say("tick", 100, 50, 200)
        say("back", 1)
    say("forget", 1)
    say("tick", 10, 50, 200)
    say("end")


def flock():
    """A company follows its leader, another seeks and flees, a third stands where it is told; back and forth in time."""
    say("scene")
    say("agents", 0, 0, 10 * 64, 20 * 64, 12, 10, 72, 22, 200)
    say("agents", 0, 0, 60 * 64, 20 * 64, 8, 8, 72, 22, 256)
    say("agents", 0, 0, 100 * 64, 90 * 64, 10, 6, 72, 22, 256)
    say("body", 220, 24, 64, 2, 120, 160, 7, 0, 130)
    say("manner", 0, 0, 0, 0, 0, 64, 9)
    say("order", 0, 3, 0, 1, 0, 0, 0, -1, 0, 1, 3, 60, 60, 0, 20, 90, 0, 14, 24, 0)
    say("order", 0, 0, 0, 0, 1, 0, 0, -1, 1, 79, 1, 30, 120, 0)
    say("order", 0, 0, 0, 0, 0, 0, 0, -1, 84, 46, 1, 70, 60, 0)
    say("order", 0, 0, 0, 0, 0, 0, 0, -1, 130, 60, 1, 110, 100, 0)
    say("lead", 1, 0)
    for force, weight in enumerate((32, 90, 20, 16, 12, 8, 30, 40, 0, 80, 25, 50)):
        say("steer", 2, force, weight)
    say("target", 2, 1, 66 * 64, 30 * 64, 0)
    say("stand", 130, 20, 100 * 64, 96 * 64, 60)
    say("like", 0, 190)
    say("tick", 60, 50, 200)
    say("like", 0, 190)
    say("save")
    say("keep")
    for _ in range(2):
        say("tick", 40, 50, 200)
        say("target", 2, 0, 0, 0, 0)
        say("lead", 1, -1)
        say("lead", 2, 150)
        say("steer", 1, 6, 64)
        say("tick", 60, 50, 200)
        say("like", 100, 90)
        say("back", 0)
    say("tick", 40, 50, 200)
    say("restore")
    say("tick", 40, 50, 200)
    say("like", 0, 190)
    say("end")


say("# SPDX-FileCopyrightText: The Portolan authors")
say("# SPDX-License-Identifier: MIT")
say("# What every language must play to equal bits: made by tests/bindings/make_conformance.py, played as in conformance.c.")
world()
queries()
gate()
crowd()
flock()
