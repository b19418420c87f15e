#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""playground_test.py FOLDER CONFORMANCE [--pictures TO]

Uses FOLDER/playground.html (scripts/wasm) in a Chromium without a window as people would: draws walls, moves goals, looks at
layers, wide and narrow, dark and light. Plays the conformance file in the page. Exit code 77 where there is no browser or page."""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "browser"))
import browser  # noqa: E402


def expect(is_so, what):
    if not is_so:
        raise AssertionError(what)


def tick(page, times):
    """Ticks of the game, without waiting for pictures: the pause holds the page's own."""
    page.ask(f"for (let i = 0; i < {times}; ++i) playground.tick()")


def place_of(page, x, y):
    """Where a cell is in the window."""
    box = page.ask("(({ left, top, width, height }) => [left, top, width, height])(at('map').getBoundingClientRect())")
    return box[0] + (x + 0.5) / 256 * box[2], box[1] + (y + 0.5) / 160 * box[3]


def differs(page, change):
    """Whether the picture of the map is another one after a change."""
    look = "playground.drawing.draw(null), at('map').toDataURL()"
    before = page.ask(look)
    page.ask(change)
    return page.ask(look) != before


def flows(page):
    page.click(*page.ask("(({ x, y, width, height }) => [x + width / 2, y + height / 2])(at('pause').getBoundingClientRect())"))
    page.wait_for("playground.paused")
    tick(page, 600)
    expect(page.ask("playground.game.arrived") > 300, "in half a minute of game hundreds of agents arrive")
    expect(page.ask("playground.game.agents.length") > 4500, "thousands are on their way")
    expect(page.ask("playground.game.navigator.count('stuck')") == 0, "nobody is stuck")


def draws(page):
    """A wall right across, with the pointer: nobody gets through any more; then a gate."""
    page.key("1")
    page.drag(*place_of(page, 100, 2), *place_of(page, 100, 157))
    page.ask("playground.game.paint(100, 0, 3, WALL), playground.game.paint(100, 159, 3, WALL)")
    expect(page.ask("Array.from({ length: 160 }, (_, y) => playground.game.terrain[y * 256 + 100]).every((v) => v === WALL)"),
           "a drag draws a wall without a gap")
    tick(page, 60)
    expect("instead" in page.ask("playground.game.message") or "no path" in page.ask("playground.game.message"),
           "the page says that there is no way")
    page.key("3")
    page.click(*place_of(page, 100, 80))
    tick(page, 60)
    expect(page.ask("playground.game.message") == "", "there is a way again")
    page.key("2")
    page.drag(*place_of(page, 200, 60), *place_of(page, 215, 60))
    expect(page.ask("playground.game.terrain[60 * 256 + 208]") == 1, "mud is drawn")


def moves_goals(page):
    page.key("4")
    page.click(*place_of(page, 110, 20))
    page.click(*place_of(page, 228, 132))
    expect(page.ask("JSON.stringify(playground.game.goals)") == "[[232,28],[110,20]]", "one goal more, and one less")
    tick(page, 30)
    field = "Number(playground.game.navigator.field(playground.game.order, [110, 20, 1, 1]).distances[0])"
    expect(page.ask(field) == 0, "the field leads to the new goal")


def shows_layers(page):
    for layer in ("field", "directions", "corridor", "portals", "agents"):
        expect(differs(page, f"at('layers-{layer}').click()"), f"the layer {layer} shows")
        page.ask(f"at('layers-{layer}').click()")
    page.key("6")
    page.ask("playground.pointer = [20, 20]")
    look = "playground.drawing.draw({}), at('map').toDataURL()".replace("{}", "playground.pointer")
    expect(page.ask(look) != page.ask("playground.drawing.draw(null), at('map').toDataURL()"), "the path of the pointer shows")
    dark = "playground.drawing.version = -1, playground.drawing.draw(null), at('map').toDataURL()"
    light = page.ask(dark)
    page.scheme("dark")
    expect(page.ask(dark) != light, "dark is another picture")
    page.scheme("light")


def runs_by_itself(page):
    """Not in how many pictures a second: the machine may be busy."""
    before = page.ask("playground.game.ticks")
    page.ask("at('pause').click()")
    page.wait_for(f"playground.game.ticks > {before} + 5")
    page.resize(420, 800)
    page.wait_for("at('map').getBoundingClientRect().width <= 420")
    page.ask("at('pause').click()")
    page.resize(1280, 800)
    page.ask("at('clear').click()")
    tick(page, 1)
    expect(page.ask("playground.game.terrain.every((value) => value === 0)"), "an empty map")


def plays_conformance(page, file):
    page.ask(open(os.path.join(HERE, "conformance.js"), encoding="utf-8").read() + "; window.play = playConformance; 0")
    text = open(file, encoding="ascii").read()
    answer = page.ask(f"(() => {{ const {{ lines, wrong }} = play(library, {text!r}); return [lines, wrong.length, wrong[0] ?? '']; }})()")
    print(f"Chromium: {answer[0] - answer[1]} of {answer[0]} lines as they shall be")
    expect(answer[0] > 1000 and answer[1] == 0, answer[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("conformance")
    parser.add_argument("--pictures")
    given = parser.parse_args()
    file = os.path.join(given.folder, "playground.html")
    if browser.find() is None or not os.path.exists(file):
        print("skipped: there is no chromium, or no playground (scripts/setup bindings, scripts/wasm)")
        return 77
    with browser.Browser(patience=120) as page:
        page.open(file)
        page.wait_for("window.playground !== undefined && playground.game.ticks > 2")
        flows(page)
        if given.pictures:
            os.makedirs(given.pictures, exist_ok=True)
            page.ask("playground.drawing.draw(null), playground.tell()")
            page.picture(os.path.join(given.pictures, "playground.png"))
            page.scheme("dark")
            page.ask("at('layers-directions').click(), at('layers-portals').click(), playground.drawing.version = -1, playground.drawing.draw([20, 90])")
            page.wait_for("playground.frames.length > 0")
            page.picture(os.path.join(given.pictures, "playground_dark.png"))
            page.scheme("light")
            page.ask("at('layers-directions').click(), at('layers-portals').click()")
        draws(page)
        moves_goals(page)
        shows_layers(page)
        runs_by_itself(page)
        plays_conformance(page, given.conformance)
        expect(not page.errors, page.errors)
        expect(all(url.startswith(("file:", "data:")) for url in page.requests), page.requests)
    print("the playground does what it shall")
    return 0


if __name__ == "__main__":
    sys.exit(main())
