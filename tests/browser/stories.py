# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""What the replay page says, against what can be counted from the positions and states in it."""
import math
import re

import pages

# A street with a van that goes to and fro, people who walk against each other, and one who is walled in.
STREET = """
ticks: 700
map:
  ascii: |
    ######..########..######..########..######..####
    #....#..#......#..#....#..#......#..#....#..#..#
    #....#..#......#..#....#..#......#..#....#..#..#
    #....#..#......#..#....#..#......#..#....#..#..#
    ##..##..###..###..##..##..###..###..##..##..#..#
    ................................................
    ................................................
    ......T...........T...........T..........T......
    ................................................
    ................................................
    ###..####..######..####..####..#####..##########
    #.......#..#..........#..#.........#..#........#
    #.......#..#..........#..#.........#..#........#
    #########..############..###########..##########
groups:
  - {name: customers, count: 10, start: {rect: [40, 5, 8, 5]}, goal: {rect: [9, 1, 6, 3]}, speed: 1.6, on_arrival: stay,
     avoidance: reciprocal}
  - {name: tourists, count: 12, start: {rect: [0, 5, 5, 5]}, goal: {rect: [27, 1, 6, 3]}, speed: 1.1, on_arrival: stay,
     steering: {cohesion: 0.5, alignment: 0.5}, avoidance: separation}
  - {name: the guard, count: 1, start: {rect: [39, 11, 8, 2]}, goal: {rect: [1, 1, 4, 3]}}
obstacles:
  - {name: van, box: [3, 2], speed: 2, mode: there_and_back, on_contact: wait, waypoints: [[3, 6], [45, 6]]}
"""
GUARD = 22

# Everything about agents in all frames, as plain lists: ticks, and of each agent group, places, floors, states and reasons.
RECORD = """(() => { const {run} = replay, {agents} = run, all = [...Array(agents.frames).keys()];
  return {ticks: agents.ticks, agents: [...Array(agents.count).keys()].map((k) => {
    const of = all.map((f) => run.agentAt(k, f)), at = k * agents.frames;
    return {group: run.groupOf[k], x: all.map((f) => agents.x[at + f]), y: all.map((f) => agents.y[at + f]),
            floor: of.map((o) => o.layer), state: of.map((o) => o.state), reason: of.map((o) => run.reasonName(o.reason))}; })}; })()"""
MOVING, ARRIVED, GONE, STOPPED = 1, 3, 4, 6


class Stories(pages.PageTest):
    def record(self):
        return self.browser.ask(RECORD)

    def story_of(self, slot, tick):
        self.browser.ask(f"replay.play(false), replay.seek({tick}), replay.choose({{agent: replay.run.shownAs.get({slot})}}), 1")
        self.settle()
        return self.text("story")

    # Where an agent goes and stops, by its positions and the report.
    def test_goals_one_after_another(self):
        report = self.open("outpost")
        self.assertEqual(report["arrived"], report["agents"])
        goals = [(51, 5), (18, 5), (18, 28), (51, 28), (51, 17)]
        legs = self.browser.ask("replay.run.about.legs.filter(([, k]) => k === 0)")
        self.assertEqual(legs[-1], [500, 0, 4], "the alarm")
        self.assertEqual([leg for _, _, leg in legs[:4]], [1, 2, 3, 0])
        record = self.record()
        for (tick, _, leg), (x, y) in zip(legs[:4], goals):
            frame = record["ticks"].index(tick) - 1
            far = math.hypot(record["agents"][0]["x"][frame] - x - 0.5, record["agents"][0]["y"][frame] - y - 0.5)
            self.assertLess(far, 4, f"it goes on from {x}, {y}")
            self.assertEqual(record["agents"][0]["state"][frame], STOPPED)
            story = self.story_of(0, tick - 1)
            self.assertIn("stops at this goal", story)
            self.assertIn(f"goal {(leg - 1) % 4 + 1} of 5, [{x}, {y}]", story)
            self.assertIn(f"goal {leg + 1} of 5, [{goals[leg][0]}, {goals[leg][1]}], since tick {tick}", self.story_of(0, tick + 1))
            self.assertEqual(self.browser.ask("replay.run.fields.current.way"), leg, "its field is shown")
        self.assertIn("0 of 27 agents arrived", (self.pause_at(legs[0][0] - 1), self.text("summary"))[1])
        self.assertIn("has arrived, and stands at its goal", self.story_of(0, report["ticks"]))

    # A wedge is pushed about where it draws up: agents arrive, leave their places again and come back.
    def test_counts_of_a_frame_agree(self):
        self.open("parade")
        record, chart = self.record(), self.browser.ask("replay.run.about.chart")
        left = sum(s == ARRIVED and after == MOVING
                   for agent in record["agents"] for s, after in zip(agent["state"], agent["state"][1:]))
        self.assertGreater(left, 0, "some leave after they have arrived")
        groups = len(self.browser.ask("replay.run.about.groups"))
        for f in range(0, len(record["ticks"]), 9):
            self.pause_at(record["ticks"][f])
            arrived = [sum(a["state"][f] in (ARRIVED, GONE) for a in record["agents"] if a["group"] == g) for g in range(groups)]
            told = [int(n) for n in self.browser.ask("[...document.querySelectorAll('#groups small')].map((e) => e.textContent.split(' ')[0])")]
            self.assertEqual(told, arrived)
            standing = sum(a["reason"][f] != "none" and a["state"][f] != 0 for a in record["agents"])
            self.assertEqual(self.text("summary"), f"{sum(arrived)} of 108 agents arrived, {standing} standing")
            tick = record["ticks"][f]
            self.assertEqual([chart["arrived"][tick], chart["stops"][tick]], [sum(arrived), standing], "the chart shows the same")

    def test_counts_of_a_sample_say_so(self):
        self.open("crossing", "--set", "ticks=3", "--set", "groups.0.count=2600", "--set", "groups.0.start.radius=48",
                  "--set", "groups.1.count=1600", "--set", "groups.1.start.radius=48")
        self.pause_at(3)
        self.assertIn("of 5,600 agents arrived", self.text("summary"))
        self.assertRegex(self.text("groups"), r"0 of \d+ shown")

    def test_names_the_nearest_goal(self):
        self.open(pages.written("street", STREET))
        goals = [[tuple(goal[:2]) for goal in group["goals"]] for group in self.browser.ask("replay.run.about.groups")]
        record, on_goals = self.record(), 0
        for slot, agent in enumerate(record["agents"]):
            for f in (40, 200, len(record["ticks"]) - 1):
                x, y = agent["x"][f], agent["y"][f]
                story = self.story_of(slot, record["ticks"][f])
                told = tuple(int(n) for n in re.search(r"goal \[(\d+), (\d+)\]", story).groups())
                far = {goal: math.hypot(goal[0] + 0.5 - x, goal[1] + 0.5 - y) for goal in goals[agent["group"]]}
                self.assertAlmostEqual(far[told], min(far.values()), msg=story)
                if (math.floor(x), math.floor(y)) in far:
                    self.assertEqual(told, (math.floor(x), math.floor(y)), "who is on a goal's cell is at that goal")
                    on_goals += 1
        self.assertGreater(on_goals, 10)

    def test_names_a_goal_on_the_floor_where_somebody_is(self):
        self.open("gate")
        goal = lambda place: self.browser.ask(f"replay.story.goal(replay.run.goals(0, 0), {place}).map((piece) => piece.text || piece).join('')")
        self.browser.ask("replay.run.about.groups[0].goals = [[5, 5, 1], [9, 9, 0], [20, 9, 0]], 1")
        self.assertEqual(goal("[5.5, 5.5, 0]"), "[9, 9], the nearest of 3 cells")
        self.assertEqual(goal("[9.5, 9.5, 1]"), "[5, 5], the nearest of 3 cells")
        self.assertEqual(goal("[9.5, 9.5, 2]"), "[9, 9], one of 3 cells", "floors apart nothing is near")

    # The list of stops takes short steps between two as part of them; so must the story.
    def test_story_and_list_of_stops_agree(self):
        self.open(pages.written("street", STREET))
        told = self.browser.ask("""(() => { const {run, story} = replay, out = [];
            for (let tick = 1; tick <= run.lastTick; tick += 2) { const frame = run.agents.frameAt(tick);
              for (let k = 0; k < run.agents.count; ++k) { const stop = run.stops(k).find((s) => s.from <= tick && tick < s.end);
                out.push([k, tick, Boolean(stop), run.agentAt(k, frame).reason, story.doing.tell(k, frame, tick).textContent]); } }
            return out; })()""")
        between = 0
        for k, tick, stops, reason, words in told:
            if not stops:
                continue
            self.assertNotIn("walks", words, f"agent {k}, tick {tick}")
            between += reason == 0
            self.assertEqual(words.startswith("shifts a little within a stop: "), reason == 0, f"agent {k}, tick {tick}: {words}")
        self.assertGreater(between, 0)

    def test_who_has_no_way_has_no_steps_left(self):
        self.open(pages.written("street", STREET))
        story = self.story_of(GUARD, 500)
        self.assertRegex(story, r"has no path: .* to the end of the run \(\d+\.\d s\)")
        self.assertIn("It is as near to its goal as it can get.", story)
        self.assertNotIn("Left to go", story)
        self.assertRegex(story, r"tick \d+: walled off, \d+\.\d s, to the end of the run$")
        self.assertIn("to where it is as near to its goal as it can get", self.story_of(GUARD, 3))

    # By costs alone, without headings: who gets farther from the goal on open ground is swept along.
    def test_tells_who_is_pushed_back(self):
        self.open(pages.written("street", STREET))
        self.browser.ask("replay.play(false), 1")
        record = self.record()
        told = self.browser.ask("""(() => { const {run, story} = replay, out = [];
            for (let frame = 10; frame < run.agents.frames; ++frame) for (let k = 0; k < run.agents.count; ++k) {
              const words = story.doing.tell(k, frame, run.agents.ticks[frame]).textContent;
              const cost = (f) => { run.fields.show(run.groupOf[k], run.agents.ticks[f]);
                const [x, y] = run.agentPlace(k, f, run.agents.ticks[f]), cell = run.fields.cell(Math.floor(x), Math.floor(y), 0);
                return cell ? cell.level * run.fields.current.units / 24 : 0; };
              if (/against its heading/.test(words)) out.push([k, frame, words, cost(frame - 5), cost(frame), run.fields.current.units / 24]); }
            return out; })()""")
        self.assertGreater(len(told), 20)
        # The page holds costs in levels, rounded: one more or less tells nothing.
        dearer = sum(after > before + 1.5 * level for _, _, _, before, after, level in told)
        cheaper = sum(after < before - 1.5 * level for _, _, _, before, after, level in told)
        self.assertGreater(dearer, 20)
        self.assertLessEqual(cheaper, len(told) / 50, "hardly any of them has got nearer to the goal")
        pushed = 0
        for k, frame, words, _, _, _ in told:
            found = re.search(r"is pushed back by agent (\d+):", words)
            if not found:
                continue
            pushed += 1
            one, other = record["agents"][k], record["agents"][int(found.group(1))]
            apart = math.hypot(one["x"][frame] - other["x"][frame], one["y"][frame] - other["y"][frame])
            self.assertLess(apart, 1.6 * 2 * 0.5, "who pushes is near")
        self.assertGreater(pushed, 10)

    def test_counts_are_words_for_one(self):
        self.open("gate", "--set", "groups.0.count=1", "--set", "groups.1.count=1")
        self.pause_at(3)
        self.assertEqual(self.text("summary").split(",")[0], "0 of 2 agents arrived")
        told = self.browser.ask("(() => { replay.run.fields.show(0, 3); return [1, 2].map((n) => replay.story.steps(24 * n / replay.run.fields.current.units)); })()")
        self.assertEqual(told, ["about 1 step of cost 1", "about 2 steps of cost 1"])
