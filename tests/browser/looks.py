# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""What the replay page looks like: what lies over what, and whether colours tell something."""
import csv
import math
import os
import subprocess

import pages

# One gap lets few through at a time: behind it ways cost many times as much.
JAM = """
ticks: 500
map:
  ascii: |
    ....................#....................
    ....................#....................
    ....................#....................
    ....................#....................
    .........................................
    ....................#....................
    ....................#....................
    ....................#....................
    ....................#....................
groups:
  - {name: all, count: 90, start: {rect: [0, 0, 18, 9]}, goal: {rect: [36, 3, 3, 3]}, on_arrival: stay}
congestion: {interval: 2}
"""
# A small map: a region is all of it, and something moves in each tick.
YARD = """
ticks: 60
map:
  ascii: |
    ..........
    ..........
    ..........
    ..........
groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [9, 0]}, speed: 0.5}]
obstacles: [{box: [1, 1], speed: 8, mode: there_and_back, waypoints: [[3, 3], [9, 3]]}]
"""


class Looks(pages.PageTest):
    def test_a_comparison_fits_narrow_windows(self):
        page = os.path.join(pages.FOLDER.name, "comparison.html")
        ground = os.path.join(pages.FOLDER.name, "ground.map")
        subprocess.run([pages.TOOL, "generate", "rooms", "--width", "96", "--height", "64", "-o", ground],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run([pages.TOOL, "compare", "--map", ground, "--queries", "30", "--html", page], check=True, stdout=subprocess.DEVNULL)
        self.browser.resize(390, 844, 2, True)
        self.browser.open(page)
        self.browser.wait_for("document.readyState === 'complete' && document.querySelectorAll('svg').length === 2")
        self.assertEqual(self.browser.ask("document.documentElement.scrollWidth"), 390, "charts and tables scroll by themselves")
        wide = self.browser.ask("[...document.querySelectorAll('.key span')].map((e) => e.getBoundingClientRect().right)")
        self.assertLessEqual(max(wide), 390)

    def test_tools_cover_nothing_of_the_whole_map(self):
        self.open("gate")
        self.browser.ask("replay.play(false), 1")
        for width, height in ((1280, 800), (390, 844), (1000, 400), (700, 1200)):
            self.browser.resize(width, height)
            self.browser.wait_for(f"innerWidth === {width} && replay.view.width === Math.round(replay.stage.clientWidth * replay.view.ratio)")
            for columns, rows in ((40, 40), (200, 20), (20, 200)):
                self.browser.ask(f"Object.assign(replay.run.about.ground, {{columns: {columns}, rows: {rows}}}), replay.view.fit(), 1")
                left, top, right, bottom, tools, stage = self.browser.ask("""(() => { const {view} = replay, {x, y, columns, rows, step} = replay.run.about.ground;
                    const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
                    return [...view.toScreen(x, y), ...view.toScreen(x + columns * step, y + rows * step)].map((v) => v / view.ratio)
                        .concat([box(document.getElementById('view-tools')), box(replay.stage)]); })()""")
                said = f"{width} by {height}, map of {columns} by {rows}"
                self.assertTrue(left >= tools[2] - stage[0] or top >= tools[3] - stage[1], said)
                self.assertTrue(left >= 0 and top >= 0 and right <= stage[2] - stage[0] and bottom <= stage[3] - stage[1], said)

    def test_a_changed_region_leaves_the_ground_its_colours(self):
        self.open(pages.written("yard", YARD))
        self.pause_at(20)
        middles, edge = self.browser.ask("""(() => { const {canvas, context} = replay.actors, {data} = context.getImageData(0, 0, canvas.width, canvas.height);
            const alpha = (x, y) => { const [px, py] = replay.view.toScreen(x, y).map(Math.floor); return data[4 * (py * canvas.width + px) + 3]; };
            const middles = [];
            for (let x = 3; x < 10; ++x) middles.push(alpha(x + 0.5, 1.5), alpha(x + 0.5, 2.5));
            return [middles, alpha(5.5, 0.02)]; })()""")
        self.assertEqual(middles, [0] * 14, "the middles of cells")
        self.assertGreater(edge, 0, "the edge of the region")

    # Cells before and behind the gap, as parts of the ramp that they are drawn with.
    def test_jams_leave_a_field_its_colours(self):
        self.open(pages.written("jam", JAM))
        for tick in (20, 150, 250):
            self.pause_at(tick)
            levels, parts = self.browser.ask("""(() => { replay.run.fields.show(0, replay.tick); replay.ground.shades.fit(0);
                const levels = [1, 4, 7, 10, 13, 16].map((x) => replay.run.fields.cell(x, 4, 0).level);
                return [levels, levels.map((level) => replay.ground.shades.parts[level])]; })()""")
            self.assertLess(max(levels), 250, "levels tell costs apart")
            self.assertGreater(max(parts) - min(parts), 0.2, f"tick {tick}: {levels} {parts}")
            self.assertTrue(all(0 <= part <= 1 for part in parts))

    def test_bodies_that_turn_show_where_they_face(self):
        """As the run's own tracks tell, to a 256th of a turn; of people, who turn at once, nothing."""
        tracks = os.path.join(pages.FOLDER.name, "convoy.csv")
        self.open("convoy", "--set", "ticks=150", "--tracks", tracks)
        with open(tracks, encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["tick"] in ("20", "90", "150")]
        self.assertEqual(len({row["group"] for row in rows}), 4)
        for row in rows:
            shown = self.browser.ask(f"replay.run.facing({row['agent']}, {row['tick']}) ?? null")
            if row["group"] in ("trucks", "ambulance"):
                off = shown - math.atan2(float(row["facing_y"]), float(row["facing_x"]))
                self.assertLessEqual(abs(math.remainder(off, 2 * math.pi)), math.pi / 200, row)
            else:
                self.assertIsNone(shown)
        self.pause_at(90)
        self.browser.ask("replay.view.zoom(4), 1")
        self.settle()
        before = self.picture_sum("actors")
        self.browser.ask("replay.run.facing = () => undefined, 1")
        self.settle()
        self.assertNotEqual(self.picture_sum("actors"), before, "it is drawn")
