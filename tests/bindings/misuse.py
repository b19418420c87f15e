#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""What is wrong on purpose raises with words that help, changes nothing and ends no program; and what only Python has."""
import copy
import gc
import pickle
import sys
import unittest

try:
    import numpy as np
    import portolan
except ModuleNotFoundError as missing:
    print(f"skipped: {missing} (scripts/setup bindings)")
    sys.exit(77)

STARTS = [(3.5 + i % 8, 3.5 + i // 8) for i in range(40)]


class Game(unittest.TestCase):
    def setUp(self):
        self.world = portolan.World(np.zeros((48, 64), np.uint8))
        self.walker = self.world.add_profile({0: 1})
        self.game = portolan.Navigator(self.world)
        self.agents = self.game.add_agents(self.walker, STARTS)
        self.order = self.game.give(self.agents, places=[(50, 30)])

    def refused(self, kind, says, call, *arguments, **named):
        before = self.game.hash()
        with self.assertRaises(kind) as raised:
            call(*arguments, **named)
        self.assertIn(says, str(raised.exception))
        self.assertEqual(self.game.hash(), before)


class Misuse(Game):
    def test_numbers_that_have_no_room_are_told(self):
        game, agents, world = self.game, self.agents, self.world
        for wrong in (1.5, -1, 2**64 + int(agents[0]), "one", None):
            self.refused(ValueError, f"agent is {wrong!r}, expected a whole number from 0", game.agent_alive, wrong)
            self.refused(ValueError, f"agent is {wrong!r}", game.why, wrong)
            self.refused(ValueError, f"order is {wrong!r}", game.alive, wrong)
            self.refused(ValueError, f"units is {wrong!r}", game.tick, 0.05, wrong)
        for wrong in (1.5, -1, 256):
            self.refused(ValueError, f"team is {wrong}, expected a whole number from 0 to 255", game.set_team, agents, wrong)
            self.refused(ValueError, f"team is {wrong}", game.add_agents, 0, [(9, 9)], team=wrong)
            self.refused(ValueError, f"priority is {wrong}, expected a whole number", game.set_priority, agents, wrong)
            self.refused(ValueError, f"priority is {wrong}", game.add_agents, 0, [(9, 9)], priority=wrong)
            self.refused(ValueError, f"full_speed_cost is {wrong}", game.give, agents, [(9, 9)], full_speed_cost=wrong)
            self.refused(ValueError, f"value is {wrong}", world.fill, (0, 0, 1, 1), wrong)
            self.refused(ValueError, f"the cost of 0 is {wrong}", world.add_profile, {0: wrong})
            self.refused(ValueError, f"a class of terrain is {wrong}", world.add_profile, {wrong: 1})
        self.refused(ValueError, "layer is 4294967296", game.add_agents, 0, [(9, 9)], layer=2**32)
        self.refused(ValueError, "layer is 4294967296", game.headings, self.order, [(9, 9)], 2**32)
        self.refused(ValueError, "profile is -1", world.path_finder, -1)
        self.refused(ValueError, "interval is 4294967298", game.set_focus, [(1, 1)], 5, 2**32 + 2)
        self.refused(ValueError, "extra_cost is 4294967296", world.lay_stamp, (0, 0, 1, 1), extra_cost=2**32)
        self.refused(ValueError, "width is 4294967304", portolan.World, width=2**32 + 8, height=8)
        self.refused(ValueError, "target is 1.5", game.give, agents, [(9, 9)], target=1.5)
        self.refused(ValueError, "seconds is 'soon', expected a number", game.tick, "soon")
        self.refused(portolan.Error, "not milliseconds", game.tick, 100)
        self.refused(portolan.Error, "share is from 0", game.shown, agents, 1.5)
        self.refused(portolan.Error, "share is from 0", game.facings, agents, 1.5)

    def test_what_no_body_can_do_is_told(self):
        game, agents = self.game, self.agents
        for name in ("acceleration", "turn_rate"):
            change = getattr(game, f"set_{name}")
            for wrong in (-1, float("nan"), 1e7):
                self.refused(portolan.Error, f"{name} of an agent is", change, agents, wrong)
                self.refused(portolan.Error, f"{name} of an agent is", game.add_agents, 0, [(9, 9)], **{name: wrong})
            self.refused(ValueError, f"{name} is 'fast', expected a number", change, agents, "fast")
            self.refused(ValueError, f"{name} is None", game.add_agents, 0, [(9, 9)], **{name: None})
        self.refused(portolan.Error, "priority of an agent is 255: at most 254", game.set_priority, agents, 255)
        self.refused(portolan.Error, "at most 254", game.add_agents, 0, [(9, 9)], priority=255)
        self.refused(portolan.Error, "facing[1] of an agent", game.add_agents, 0, [(9, 9)], facing=(0, float("inf")))
        for wrong in ((1,), (1, 2, 3), 5, None):
            self.refused(ValueError, "directions have shape", game.add_agents, 0, [(9, 9)], facing=wrong)
            self.refused(ValueError, "directions have shape", game.give, agents, [(9, 9)], facing=wrong)
        self.refused(ValueError, "2 directions, expected one: (x, y)", game.add_agents, 0, [(9, 9)], facing=[(1, 0)] * 2)
        for wrong in (float("nan"), float("inf"), -1e6):
            self.refused(portolan.Error, "facing[1] of an order", game.give, agents, [(9, 9)], facing=(0, wrong))
        self.refused(portolan.Error, "take leave_on_arrival away", game.give, agents, [(9, 9)], facing=(0, 1),
                     leave_on_arrival=True)

    def test_cells_rectangles_and_positions_are_told(self):
        game, world = self.game, self.world
        for wrong in ((1,), (1, 2, 3, 4), 5, "ab", (float("nan"), 1), (float("inf"), 1), None):
            self.refused(ValueError, "is no cell, expected (x, y) or (x, y, layer)", world.can_reach, 0, wrong, (1, 1))
        self.refused(ValueError, "50 is no cell", game.give, self.agents, places=(50, 30))
        self.refused(ValueError, "x is 4294967296", world.can_reach, 0, (2**32, 0), (1, 1))
        self.assertFalse(world.can_reach(0, (-0.5, 0), (1, 1)), "that is outside")
        self.assertTrue(world.can_reach(0, (3.7, 2.2), (1, 1)), "in the cell (3, 2)")
        self.refused(ValueError, "places is 5, expected a list of cells", game.set_places, self.order, 5)
        self.refused(ValueError, "is no rectangle", world.fill, (0, 0, 1), 1)
        self.refused(ValueError, "a rectangle is 5, expected a list of x, y, width, height", world.fill, 5, 1)
        self.refused(portolan.Error, "is not inside the world", world.terrain, (0, 0, 10**6, 10**6))
        self.refused(portolan.Error, "is not inside the world", world.terrain, (0, 0, -1, 1))
        self.refused(portolan.Error, "is not inside the world", game.field, self.order, (0, 0, 10**5, 10**5))
        self.assertEqual(world.terrain((3, 3, 0, 2)).shape, (2, 0))
        for wrong in (np.zeros((2, 5)), [1, 2, 3], [(1, 2, 3), (4, 5, 6)]):
            self.refused(ValueError, "expected (n, 2)", game.add_agents, 0, wrong)
        self.refused(portolan.Error, "xy[0] is no number", game.add_agents, 0, [(float("nan"), 1)])
        self.refused(ValueError, "expected one: (x, y)", world.look, 0, [(1, 1), (2, 2)], (2, 2))
        self.refused(ValueError, "expected (n, 2)", world.look, 0, (1,), (2, 2))

    def test_arrays_are_told(self):
        game, world = self.game, self.world
        for wrong, says in (([1.5], "1.5"), ([-1], "-1"), (["x"], "type"), ([True], "bool"), (None, "object"),
                            ([float("nan")], "nan")):
            self.refused(ValueError, says, game.positions, wrong)
        self.refused(portolan.Error, "agents[0] is no agent", game.positions, [0])
        for wrong in (np.full((2, 2), 300), np.full((2, 2), -1), np.full((2, 2), 0.5)):
            self.refused(ValueError, "expected whole numbers from 0 to 255", world.set_terrain, wrong)
            self.refused(ValueError, "expected whole numbers from 0 to 255", portolan.World, wrong)
        self.refused(ValueError, "values have shape (4,)", world.set_terrain, np.zeros(4))
        for shape in ((5,), (2, 2, 2, 2)):
            self.refused(ValueError, "expected (height, width)", portolan.World, np.zeros(shape))
        self.refused(ValueError, "costs is 5, expected a list of 256 numbers", world.add_profile, 5)
        self.refused(ValueError, "there are 3 costs, expected 256", world.add_profile, [1, 2, 3])
        self.refused(ValueError, "40 agents and 1 positions", game.put_agents, self.agents, [(1, 1)])
        kept = np.frombuffer(bytes(320), np.float32).reshape(40, 2)
        for out in (kept, [0] * 80, np.empty((40, 2)), np.empty((2, 40), np.float32).T, np.empty((39, 2), np.float32)):
            self.refused(ValueError, "out must be C-contiguous float32 of shape (40, 2)", game.positions, self.agents, out)
            self.refused(ValueError, "out must be", game.shown, self.agents, 1, out)
            self.refused(ValueError, "out must be", game.facings, self.agents, 1, out)
        self.refused(ValueError, "'walking' is none of waiting, moving", game.count, "walking")
        self.refused(TypeError, "bytes-like", game.restore, "a game")

    def test_agents_come_in_arrays_of_any_shape(self):
        game, folded = self.game, self.agents.reshape(5, 8)
        for read in (game.positions, game.velocities, game.facings, game.states, game.layers, game.orders):
            np.testing.assert_array_equal(read(folded), read(self.agents))
            self.assertEqual(len(read(self.agents[0])), 1)
            self.assertEqual(len(read([])), 0)
        np.testing.assert_array_equal(game.positions(self.agents.astype(float)), game.positions(self.agents))

    def test_what_numpy_gives_is_taken(self):
        game = self.game
        game.tick(np.float32(0.05), np.int64(100))
        game.set_team(self.agents, np.uint8(3))
        self.assertTrue(game.agent_alive(self.agents[0]))
        added = game.add_agents(0, [(20, 20)], radius=np.float32(0.5), holds=np.bool_(True))
        self.assertNotEqual(added[0], 0)
        game.restore(bytearray(game.save()))
        self.assertEqual(portolan.World(np.eye(4, dtype=bool)).terrain().sum(), 4)

    def test_handles_are_not_copied(self):
        for handle in (self.world, self.game, self.world.path_finder(0)):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                self.refused(TypeError, "cannot be copied", copied, handle)
        self.refused(TypeError, "world is None, expected a World", portolan.Navigator, None)
        self.refused(TypeError, "expected a World", portolan.Navigator, self.game)

    def test_a_world_lives_as_long_as_who_uses_it(self):
        world = portolan.Navigator.load(self.game.save()).world
        finder = portolan.World(width=9, height=8).path_finder
        gc.collect()
        world.fill((0, 0, 2, 2), 1)
        self.assertEqual(world.size, (64, 48, 1))
        self.refused(portolan.Error, "profile 0", finder, 0)
        del self.world
        game, self.game = self.game, portolan.Navigator(portolan.World(width=9, height=8))
        game.tick(0.05)
        world = game.world
        del game
        self.assertTrue(world.can_reach(0, (1, 1), (2, 2)))


class ShownAndWhy(Game):
    def test_agents_are_drawn_between_two_ticks(self):
        for _ in range(30):
            before = self.game.positions(self.agents)
            self.game.tick(0.05)
        after = self.game.positions(self.agents)
        self.assertFalse(np.array_equal(before, after))
        np.testing.assert_array_equal(self.game.shown(self.agents, 0), before)
        out = np.empty((40, 2), np.float32)
        self.assertIs(self.game.shown(self.agents, 1, out), out)
        np.testing.assert_array_equal(out, after)
        np.testing.assert_allclose(self.game.shown(self.agents, 0.5), (before + after) / 2, atol=1e-4)

    def test_an_agent_tells_why_it_stands(self):
        self.assertEqual(self.game.why(self.agents[0]), portolan.Why("waits for path", 0, None))
        self.game.stop(self.agents)
        self.assertEqual(self.game.why(self.agents[0]).reason, "no order")
        for x in (46, 47):
            self.world.lay_stamp((x, 0, 1, 48))
        self.game.give(self.agents, places=[(50, 30)])
        for _ in range(400):
            self.game.tick(0.05)
        why = self.game.why(self.agents[0])
        self.assertEqual((why.reason, why.agent, why.at[0]), ("passage closed", 0, 46))


class Driving(Game):
    def send(self, agents, x, y):
        self.game.give(agents, [(x, y)], any_angle=True, avoidance="reciprocal")
        self.game.finish()

    def test_a_body_turns_and_gets_up_to_speed_as_it_can(self):
        game = self.game
        slow = game.add_agents(0, [(30.5, 40.5)], acceleration=2)
        turning = game.add_agents(0, [(30.5, 45.5)], turn_rate=np.float32(1), facing=(-3, 0))
        np.testing.assert_array_equal(game.facings([*slow, *turning]), [[1, 0], [-1, 0]])
        self.send(slow, 60, 40)
        self.send(turning, 60, 45)
        speed, turned = 0, 0
        for acceleration, turn_rate in ((2, 1), (10, 4)):
            if turned > 0:
                game.set_acceleration(slow, acceleration)
                game.set_turn_rate(turning, turn_rate)
            game.tick(0.05)
            speed, before, turned = speed + acceleration / 20, turned, turned + turn_rate / 20
            np.testing.assert_allclose(game.velocities(slow), [[speed, 0]], atol=1e-3)
            for share in (0, 0.5, 1):
                out = np.empty((1, 2), np.float32)
                self.assertIs(game.facings(turning, share, out), out)
                angle = before + (turned - before) * share
                np.testing.assert_allclose(np.abs(out), [[np.cos(angle), np.sin(angle)]], atol=1e-3)
            np.testing.assert_array_equal(game.facings(turning), out)

    def test_a_formation_faces_where_it_is_told(self):
        game = self.game
        agents = game.add_agents(0, [(36.5 + i % 3, 20.5 + i // 3) for i in range(9)])
        for x, told, faces in ((50, (0, -3), (0, -1)), (38, (0, 0), (-1, 0))):
            game.give(agents, [(x, 21)], formation="block", facing=told)
            for _ in range(400):
                game.tick(0.05)
            np.testing.assert_array_equal(game.states(agents), portolan.STATES.index("arrived"))
            np.testing.assert_array_less(0.99, game.facings(agents) @ np.float32(faces))

    def test_who_has_less_priority_makes_room(self):
        game = self.game
        first = game.add_agents(0, [(36.5, 40.5)], priority=1)
        other = game.add_agents(0, [(60.5, 40.5)])
        for priority, straight in ((0, first), (2, other)):
            game.set_priority(other, priority)
            game.put_agents([*first, *other], [(36.5, 40.5), (60.5, 40.5)])
            self.send(first, 60, 40)
            self.send(other, 36, 40)
            offside = {agents[0]: 0 for agents in (first, other)}
            for _ in range(160):
                game.tick(0.05)
                for agent in offside:
                    offside[agent] = max(offside[agent], abs(game.positions(agent)[0, 1] - 40.5))
            self.assertLess(offside.pop(straight[0]), 0.1)
            self.assertGreater(max(offside.values()), 0.5)


class Steering(Game):
    def test_what_cannot_steer_is_told(self):
        game, order = self.game, self.order
        self.refused(ValueError, "'sek' is none of follow, separation", game.set_steering, order, wander=1, sek=1)
        self.refused(ValueError, "wander is 'much', expected a number", game.set_steering, order, wander="much")
        self.refused(portolan.Error, "weight of wander is -1", game.set_steering, order, seek=1, wander=-1)
        self.refused(portolan.Error, "the order is none", game.set_steering, 4711, seek=1)
        self.refused(ValueError, "leader is 1.5", game.set_leader, order, 1.5)
        self.refused(portolan.Error, "the leader is no agent", game.set_leader, order, 4711)
        self.refused(ValueError, "expected one: (x, y)", game.set_steering_target, order, STARTS)
        self.refused(portolan.Error, "the target (64, 3, layer 0) is outside", game.set_steering_target, order, (64, 3))
        self.refused(ValueError, "layer is 4294967296", game.set_steering_target, order, (9, 3), 2**32)
        self.refused(ValueError, "40 agents and 1 positions", game.set_agent_places, self.agents, (9, 3))
        self.refused(ValueError, "reach is 1.5", game.give, self.agents, [(9, 9)], reach=1.5)
        self.refused(portolan.Error, "headway is a number of seconds", game.give, self.agents, [(9, 9)], headway=61)

    def test_agents_tell_what_they_are_like(self):
        game = self.game
        agents = game.add_agents(0, [(20, 20), (30, 20)], radius=0.4, team=7, acceleration=2, facing=(0, -1))
        specs = game.specs(agents)
        self.assertEqual(specs["radius"].tolist(), [np.float32(0.4)] * 2)
        self.assertEqual(specs["team"].tolist(), [7, 7])
        self.assertEqual(specs["facing"].tolist(), [[0, -1]] * 2)
        members = {name: specs[name][0] for name in specs.dtype.names}
        copies = game.add_agents(0, [(20, 30), (30, 30)], **members)
        np.testing.assert_array_equal(game.specs(copies), specs)
        self.assertEqual(len(game.specs([])), 0)
        self.assertTrue(np.isnan(game.agent_places(self.agents)).all())
        places = np.float32(STARTS) + (45, 25)
        game.set_agent_places(self.agents, places)
        np.testing.assert_array_equal(game.agent_places(self.agents), places)
        for _ in range(20):
            game.tick(0.05)
        self.assertGreater(game.walked(self.agents[0])[0], 0)
        self.assertGreater(game.paces(self.agents[0])[0], 0)


if __name__ == "__main__":
    unittest.main()
