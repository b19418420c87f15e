#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""replay_test.py TOOL SCENARIOS [--pictures DIR]   plays runs, opens their replay pages in Chromium, and uses them as people would

Exit code 77 where there is no Chromium (scripts/setup browser). --pictures writes what the pages look like: wide and narrow, light
and dark."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser as browsers  # noqa: E402
import pages  # noqa: E402
from looks import Looks  # noqa: E402, F401: tests that are found here
from stories import Stories  # noqa: E402, F401

PICTURES = ""


class Replay(pages.PageTest):
    def test_plays_and_pauses(self):
        self.open("gate")
        self.browser.wait_for("replay.tick > 3")
        self.assertTrue(self.browser.ask("replay.playing"))
        self.browser.key(" ", "Space")
        self.assertFalse(self.browser.ask("replay.playing"))
        tick = self.browser.ask("replay.tick")
        self.settle()
        self.assertEqual(self.browser.ask("replay.tick"), tick)
        self.browser.click(*self.browser.ask("(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.getElementById('play').getBoundingClientRect())"))
        self.browser.wait_for(f"replay.tick > {tick}")
        self.browser.ask("replay.setSpeed(128), 1")
        self.browser.wait_for("!replay.playing && replay.tick === replay.run.lastTick")

    def test_scrubs(self):
        self.open("gate")
        self.pause_at(40)
        last = self.browser.ask("replay.run.lastTick")
        self.assertIn(f"tick 40 of {last}", self.text("clock"))
        before = self.picture_sum("actors")
        for key, tick in (("ArrowRight", 41), ("ArrowLeft", 40), ("End", last), ("Home", 0)):
            self.browser.key(key)
            self.settle()
            self.assertEqual(self.browser.ask("replay.tick"), tick, key)
        x, y, width = self.browser.ask("(({x, y, width, height}) => [x, y + height / 2, width])(document.getElementById('chart-box').getBoundingClientRect())")
        self.browser.drag(x + 5, y, x + width * 0.5, y)
        self.assertAlmostEqual(self.browser.ask("replay.tick"), last / 2, delta=2)
        self.browser.ask("(() => { const s = document.getElementById('scrub'); s.value = 40; s.oninput(); return 1; })()")
        self.assertEqual(self.picture_sum("actors"), before, "the same tick looks the same")

    def test_shows_what_the_report_says(self):
        report = self.open("sliding_door")
        self.pause_at(report["ticks"])
        self.assertIn(f"{report['arrived']} of {report['agents']} agents arrived", self.text("summary"))
        states = self.browser.ask("(() => { const f = replay.run.agents.frames - 1; return Array.from({length: replay.run.agents.count}, (_, k) => replay.run.agentAt(k, f).state); })()")
        self.assertEqual(states, [4] * report["agents"], "all are gone")
        for group in report["groups"]:
            self.assertIn(group["name"], self.text("groups"))

    def stop_of(self, reason):
        """A tick, and an agent that stands then for this reason."""
        return self.browser.ask(f"""(() => {{ const run = replay.run;
            for (let k = 0; k < run.agents.count; ++k)
                for (const stop of run.stops(k)) if (run.reasonName(stop.reason) === '{reason}') return [stop.from, k];
            return null; }})()""")

    def story_at(self, agent):
        """What is told of an agent that is clicked."""
        x, y = self.place_of(agent)
        self.browser.key("Escape")
        self.browser.click(x, y)
        self.settle()
        story = self.text("story")
        self.assertRegex(story, r"^Agent \d+ of (in|out)")
        self.assertRegex(story, r"goal \[\d+, \d+\], the nearest of 15 cells")
        self.assertRegex(story, r"Last replan of its group: tick \d+ \(trigger: needed\)")
        self.assertNotIn("nobody knows", story)
        self.browser.key("Escape")
        return story

    def test_agents_tell_their_story(self):
        self.open("sliding_door", "--set", "seed=4")
        told = 0
        for tick in range(40, 400, 4):
            self.pause_at(tick)
            self.browser.key("n")
            self.settle()
            chosen = self.browser.ask("replay.chosen && replay.chosen.agent")
            if chosen is not None:
                self.story_at(chosen)
                told += 1
        self.assertGreater(told, 0, "somebody stands")
        # Which of those who stand is the next one is chance: each reason is looked for.
        for reason, words in (("lets pass", "waits for door"), ("queues", "stands in a queue behind agent"), ("yields", "yields to agent")):
            tick, agent = self.stop_of(reason)
            self.pause_at(tick)
            self.assertIn(words, self.story_at(agent))

    def test_cells_tell_their_story(self):
        self.open("gate")
        self.pause_at(5)
        x, y = self.browser.ask("replay.view.toScreen(10.5, 14.5).map((v) => v / replay.view.ratio)")
        self.browser.click(x, y)
        self.settle()
        self.assertRegex(self.text("story"), r"^Cell \[10, 14\]ground: cost 1; sector \d+In the field of west: about \d+ steps")
        x, y = self.browser.ask("replay.view.toScreen(32.5, 0.5).map((v) => v / replay.view.ratio)")
        self.browser.click(x, y)
        self.settle()
        self.assertIn("wall: impassable", self.text("story"))

    def test_paths_lead_to_the_goal(self):
        for name in ("gate", "tower", "narrow_band", "default"):
            self.open(name, *(["--set", "ticks=200"] if name == "default" else []))
            self.pause_at(20)
            arrive = self.browser.ask("""(() => { const {run} = replay, f = run.agents.frameAt(20); let moving = 0, arrive = 0;
                for (let k = 0; k < run.agents.count; ++k) { const now = run.agentAt(k, f); if (now.state !== 1) continue; run.fields.show(run.groupOf[k], 20);
                  const [x, y] = run.agentPlace(k, f, 20); ++moving; if (run.fields.path(x, y, now.layer).arrives) ++arrive; } return [arrive, moving]; })()""")
            self.assertGreater(arrive[1], 0)
            self.assertGreaterEqual(arrive[0], 0.97 * arrive[1], name)
            self.browser.requests.clear()

    def test_zooms_and_pans(self):
        self.open("gate")
        self.pause_at(30)
        scale, x = self.browser.ask("[replay.view.scale, replay.view.x]")
        self.browser.wheel(400, 300, -400)
        self.browser.wait_for(f"replay.view.scale > {scale} * 1.4")
        x = self.browser.ask("replay.view.x")
        self.browser.drag(400, 300, 300, 260)
        self.assertGreater(self.browser.ask("replay.view.x"), x)
        scale = self.browser.ask("replay.view.scale")
        self.browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
        self.browser.touch("touchStart", [(300, 300), (400, 300)])
        self.browser.touch("touchMove", [(250, 300), (450, 300)])
        self.browser.touch("touchEnd", [])
        self.assertGreater(self.browser.ask("replay.view.scale"), 1.5 * scale)
        self.browser.key("0")
        self.settle()
        self.assertLess(self.browser.ask("replay.view.scale"), scale)

    def test_layers_go_on_and_off(self):
        self.open("gate")
        self.pause_at(40)
        self.pause_at(self.browser.ask("replay.run.changes.find((change) => change.tick > 40).tick"))
        for layer in self.browser.ask("Object.keys(layerNames)"):
            canvas = "actors" if layer in ("agents", "stops", "obstacles", "changes") else "ground"
            if layer == "stops":  # nobody stands just now
                continue
            before = self.picture_sum(canvas)
            self.browser.ask(f"document.getElementById('layer-{layer}').click(), 1")
            self.assertNotEqual(self.picture_sum(canvas), before, layer)
            self.browser.ask(f"document.getElementById('layer-{layer}').click(), 1")
            self.assertEqual(self.picture_sum(canvas), before, layer)
        before = self.picture_sum("ground")
        self.browser.key("g")
        self.assertNotEqual(self.picture_sum("ground"), before, "another group's field")

    def test_light_and_dark(self):
        self.open("gate")
        self.pause_at(40)
        self.browser.scheme("light")
        light = self.picture_sum("ground")
        self.browser.scheme("dark")
        self.browser.wait_for("getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 29)'")
        self.assertNotEqual(self.picture_sum("ground"), light)

    def test_fits_narrow_windows(self):
        self.browser.resize(390, 780, 2, True)
        self.open("gate")
        self.pause_at(40)
        self.assertEqual(self.browser.ask("document.documentElement.scrollWidth"), 390, "nothing is wider than the window")

    def test_says_that_agents_are_sampled(self):
        self.open("crossing", "--set", "ticks=3", "--set", "groups.0.count=2600", "--set", "groups.0.start.radius=48",
                  "--set", "groups.1.count=1600", "--set", "groups.1.start.radius=48")
        self.assertIn("5000 of 5600 agents are shown", self.text("left-out"))
        self.assertEqual(self.browser.ask("replay.run.agents.count"), 5000)


def take_pictures():
    os.makedirs(PICTURES, exist_ok=True)
    for name, tick in (("default", 300), ("crossing", 330), ("sliding_door", 100), ("train", 70), ("tower", 250), ("gate", 60)):
        page, _ = pages.replay_of(name)
        for width, height in ((1280, 800), (390, 780)):
            for scheme in ("light", "dark"):
                with browsers.Browser(width, height) as browser:
                    browser.scheme(scheme)
                    browser.open(page)
                    browser.wait_for("window.replay")
                    browser.ask(f"replay.play(false), replay.seek({tick}), replay.nextStop(), 1")
                    browser.ask("new Promise((done) => setTimeout(done, 300))")
                    browser.picture(os.path.join(PICTURES, f"{name}-{width}-{scheme}.png"))


if __name__ == "__main__":
    pages.TOOL, pages.SCENARIOS = sys.argv[1:3]
    if browsers.find() is None:
        print("SKIPPED: there is no Chromium here, so that nobody has looked at the replay page; 'scripts/setup browser' installs one")
        sys.exit(77)
    if "--pictures" in sys.argv:
        PICTURES = sys.argv[4]
        take_pictures()
    else:
        unittest.main(argv=sys.argv[:1])
