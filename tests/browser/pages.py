# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""Runs and their replay pages, for the tests of those."""
import json
import os
import subprocess
import tempfile
import unittest

import browser as browsers

TOOL, SCENARIOS = "", ""
FOLDER = tempfile.TemporaryDirectory(prefix="portolan-replay-")


def replay_of(name, *options):
    """The page of a run, and its report."""
    out = os.path.join(FOLDER.name, os.path.basename(name) + str(len(options)))
    page = os.path.join(out, "replay.html")
    if not os.path.exists(page):
        subprocess.run([TOOL, "run", os.path.join(SCENARIOS, name + ".yaml"), "--out", out, *options], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(out, "report.json"), encoding="utf-8") as file:
        return page, json.load(file)


def written(name, yaml):
    """A scenario of a test's own, as a name that `open` takes."""
    with open(os.path.join(FOLDER.name, name + ".yaml"), "w", encoding="utf-8") as file:
        file.write(yaml)
    return os.path.join(FOLDER.name, name)


class PageTest(unittest.TestCase):
    """A browser for each test, and what all do with a page."""

    def setUp(self):
        self.browser = browsers.Browser()
        self.addCleanup(self.browser.close)

    def open(self, name, *options):
        page, report = replay_of(name, *options)
        self.browser.open(page)
        self.browser.wait_for("window.replay && replay.toldAt !== undefined")
        return report

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])
        strangers = [address for address in self.browser.requests if not address.startswith("file://")]
        self.assertEqual(strangers, [], "the page asks for nothing but itself")
        self.assertLessEqual(len(self.browser.requests), 1)

    def settle(self):
        """Until what was asked for is drawn and told."""
        self.browser.ask("new Promise((done) => { replay.told = ''; replay.wake(); requestAnimationFrame(() => requestAnimationFrame(() => done(1))); })")

    def pause_at(self, tick):
        self.browser.ask(f"replay.play(false), replay.seek({tick}), 1")
        self.settle()

    def text(self, element):
        return self.browser.ask(f"document.getElementById('{element}').textContent")

    def picture_sum(self, canvas):
        self.settle()
        return hash(self.browser.ask(f"replay.{canvas}.canvas.toDataURL()"))

    def place_of(self, k):
        return self.browser.ask(f"""(() => {{ const f = replay.run.agents.frameAt(replay.tick), [x, y] = replay.view.toScreen(...replay.run.agentPlace({k}, f, replay.tick));
            return [x / replay.view.ratio, y / replay.view.ratio]; }})()""")
