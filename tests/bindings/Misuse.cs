// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Linq;
using Portolan;

/// What is wrong on purpose throws with words that help, and ends no program; and what only C# has.
static class Misuse
{
    private static int wrong = 0;

    private static void Expect(bool so, string what)
    {
        if (so) return;
        ++wrong;
        Console.WriteLine("not so: " + what);
    }

    private static void Refused<T>(string says, Action call) where T : Exception
    {
        try
        {
            call();
            Expect(false, "refused, as " + says);
        }
        catch (T refused) { Expect(refused.Message.Contains(says), "'" + refused.Message + "' says '" + says + "'"); }
        catch (Exception other) { Expect(false, says + " is told, not " + other); }
    }

    private static World NewWorld()
    {
        var world = new World(64, 48);
        world.AddProfile(null);
        return world;
    }
    private static readonly Vec2[] starts = Enumerable.Range(0, 40).Select(i => new Vec2(3.5f + i % 8, 3.5f + i / 8)).ToArray();
    private static readonly OrderSpec march = new OrderSpec { Places = new[] { new Cell(50, 30) } };

    private static void NullsAreTold(World world, Navigator game, ulong[] agents)
    {
        Refused<ArgumentNullException>("world", () => new Navigator(null));
        Refused<ArgumentNullException>("world", () => new PathFinder(null, 0));
        Refused<ArgumentNullException>("file", () => World.Open(null));
        Refused<ArgumentNullException>("xy", () => game.AddAgents(0, null));
        Refused<ArgumentNullException>("xy", () => game.PutAgents(agents, null));
        Refused<ArgumentNullException>("agents", () => game.PutAgents(null, starts));
        Refused<ArgumentNullException>("agents", () => game.Read(null, starts));
        Refused<ArgumentNullException>("agents", () => game.Layers(null));
        Refused<ArgumentNullException>("agents", () => game.Orders(null));
        Refused<ArgumentNullException>("xy", () => game.Shown(agents, 1, null));
        Refused<ArgumentNullException>("facings", () => game.Facings(agents, 1, null));
        Refused<ArgumentNullException>("agents", () => game.Facings(null, 1, starts));
        Refused<ArgumentNullException>("xy", () => game.HeadingsAt(1, null));
        Refused<PortolanException>("needs a place", () => game.Give(new OrderSpec(), agents));
        Refused<PortolanException>("values is null", () => world.SetTerrain(new Rect(0, 0, 1, 1), null));
        Refused<PortolanException>("bytes is null", () => game.Restore(null));
    }

    private static void SizesAndNumbersAreTold(World world, Navigator game, ulong[] agents)
    {
        Refused<PortolanException>("1 to 32768 cells", () => new World(0, 5));
        Refused<PortolanException>("size is 3", () => new World(4, 4, 1, new byte[3]));
        Refused<PortolanException>("is not inside the world", () => world.Terrain(new Rect(0, 0, -1, 1)));
        Refused<PortolanException>("is not inside the world", () => world.Terrain(new Rect(0, 0, 100000, 100000)));
        Refused<PortolanException>("is not inside the world", () => world.Costs(0, new Rect(0, 0, int.MaxValue, int.MaxValue)));
        Refused<PortolanException>("is not inside the world", () => world.Fill(new Rect(int.MaxValue, 0, 2, 2), 1));
        Refused<ArgumentException>("256 costs", () => world.AddProfile(new byte[3]));
        Refused<PortolanException>("profile 7", () => new PathFinder(world, 7));
        Refused<ArgumentException>("as long as agents", () => game.Read(agents, new Vec2[3]));
        Refused<ArgumentException>("as long as agents", () => game.Shown(agents, 1, new Vec2[3]));
        Refused<ArgumentException>("as long as agents", () => game.PutAgents(agents, new Vec2[3]));
        Refused<PortolanException>("xy[0] is no number", () => game.AddAgents(0, new[] { new Vec2(float.NaN, 1) }));
        Refused<PortolanException>("agents[0] is no agent", () => game.Stop(new ulong[] { 4711 }));
        Refused<PortolanException>("kind 9 is none", () => game.Give(new OrderSpec { Kind = (OrderKind)9, Places = march.Places }, agents));
        Refused<PortolanException>("seconds are a number", () => game.Tick(float.NaN));
        Refused<PortolanException>("share is from 0", () => game.Shown(agents, float.NaN, new Vec2[40]));
        Refused<PortolanException>("share is from 0", () => game.Facings(agents, 1.5f, new Vec2[40]));
        Refused<ArgumentException>("as long as agents", () => game.Facings(agents, 1, new Vec2[3]));
        Refused<PortolanException>("agent is none", () => game.Why(0));
        Refused<PortolanException>("the order is none", () => game.Field(99, new Rect(0, 0, 1, 1), new ulong[1], null));
        Refused<PortolanException>("is cut off", () => Navigator.Load(new byte[5]));
        using (var finder = new PathFinder(world, 0))
        {
            Expect(finder.Cells().Length == 0 && finder.Points().Length == 0, "nothing was looked for yet");
            Refused<PortolanException>("quality 9", () => finder.Find(new Cell(1, 1), new Cell(2, 2), (Quality)9));
        }
    }

    private static void WhatNoBodyCanDoIsTold(Navigator game, ulong[] agents)
    {
        var at = new[] { new Vec2(60, 40) };
        Refused<PortolanException>("acceleration of an agent is -1", () => game.SetAcceleration(agents, -1));
        Refused<PortolanException>("turn_rate of an agent is 2000", () => game.SetTurnRate(agents, 2000));
        Refused<PortolanException>("priority of an agent is 255", () => game.SetPriority(agents, 255));
        Refused<PortolanException>("acceleration of an agent is -1", () => game.AddAgents(0, at, new AgentSpec { Acceleration = -1 }));
        Refused<PortolanException>("turn_rate of an agent is 2000", () => game.AddAgents(0, at, new AgentSpec { TurnRate = 2000 }));
        Refused<PortolanException>("priority of an agent is 255", () => game.AddAgents(0, at, new AgentSpec { Priority = 255 }));
        Refused<PortolanException>("facing[1] of an agent", () => game.AddAgents(0, at, new AgentSpec { Facing = new Vec2(0, float.NaN) }));
        var places = new[] { new Cell(60, 40) };
        Refused<PortolanException>("facing[1] of an order", () => game.Give(new OrderSpec { Places = places, Facing = new Vec2(0, 1e6f) }, agents));
        Refused<PortolanException>("take leave_on_arrival away", () => game.Give(new OrderSpec { Places = places, Facing = new Vec2(0, 1), LeaveOnArrival = true }, agents));
    }

    private static void WhatCannotSteerIsTold(Navigator game, ulong[] agents)
    {
        var order = game.Orders(agents)[0];
        Refused<PortolanException>("force 12 is none", () => game.SetSteering(order, (Force)12, 1));
        Refused<PortolanException>("weight of seek is -1", () => game.SetSteering(order, Force.Seek, -1));
        Refused<PortolanException>("the order is none", () => game.SetLeader(4711, agents[0]));
        Refused<PortolanException>("the leader is no agent", () => game.SetLeader(order, 4711));
        Refused<PortolanException>("the target (64, 3, layer 0)", () => game.SetSteeringTarget(order, new Vec2(64, 3)));
        Refused<ArgumentNullException>("xy", () => game.SetAgentPlaces(agents, null));
        Refused<ArgumentException>("as long as agents", () => game.SetAgentPlaces(agents, new Vec2[3]));
        Refused<ArgumentException>("as long as agents", () => game.Walks(agents, new float[40], new float[3]));
        Refused<ArgumentNullException>("agents", () => game.Specs(null));
        Refused<PortolanException>("agents[0] is no agent", () => game.AgentPlaces(new ulong[] { 4711 }));
        var places = new[] { new Cell(60, 40) };
        Refused<PortolanException>("headway is a number of seconds", () => game.Give(new OrderSpec { Places = places, Headway = -1 }, agents));
        Refused<PortolanException>("reach is -1", () => game.Give(new OrderSpec { Places = places, Reach = -1 }, agents));
        Expect(game.Specs(new ulong[0]).Length == 0, "nobody is like nothing");
    }

    private static void AgentsTellWhatTheyAreLike()
    {
        var game = new Navigator(NewWorld());
        var spec = new AgentSpec { Radius = 0.4f, Team = 7, Priority = 3, TurnRate = 2, Facing = new Vec2(0, -1) };
        var agents = game.AddAgents(0, new[] { new Vec2(20, 20), new Vec2(30, 20) }, spec);
        var specs = game.Specs(agents);
        foreach (var s in specs)
            Expect(s.Radius == 0.4f && s.Team == 7 && s.Priority == 3 && s.TurnRate == 2 && s.Facing.Y == -1, "as they were added");
        var copies = game.AddAgents(0, new[] { new Vec2(20, 30) }, specs[1]);
        Expect(game.Specs(copies)[0].Equals(specs[1]), "and so are those who are added like them");
    }

    private static void WhatIsDisposedOfIsTold()
    {
        var world = NewWorld();
        var game = new Navigator(world);
        var finder = new PathFinder(world, 0);
        var part = game.World;
        part.Dispose();
        part.Dispose();
        game.Tick(0.05f);
        game.Dispose();
        game.Dispose();
        finder.Find(new Cell(1, 1), new Cell(2, 2));
        world.Dispose();
        world.Dispose();
        finder.Dispose();
        Refused<ObjectDisposedException>("", () => part.Fill(new Rect(0, 0, 1, 1), 1));
        Refused<ObjectDisposedException>("", () => game.Tick(0.05f));
        Refused<ObjectDisposedException>("", () => game.Hash());
        Refused<ObjectDisposedException>("", () => world.Commit());
        Refused<ObjectDisposedException>("", () => new Navigator(world));
        Refused<ObjectDisposedException>("", () => finder.Find(new Cell(1, 1), new Cell(2, 2)));
    }

    private static World WorldOfAGameThatIsGone()
    {
        var game = new Navigator(NewWorld());
        game.AddAgents(0, starts);
        return game.World;
    }
    private static void WhatIsUsedIsKept()
    {
        var world = WorldOfAGameThatIsGone();
        for (int i = 0; i < 3; ++i)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        world.Fill(new Rect(0, 0, 5, 5), 1);
        Expect(world.Terrain(new Rect(0, 0, 1, 1))[0] == 1, "the world of a game that nobody holds goes on");
    }

    private static void AgentsAreDrawnAndAsked(World world, Navigator game, ulong[] agents)
    {
        Expect(game.Why(agents[0]).Reason == StopReason.NoOrder, "nobody has told it where to go");
        game.Give(march, agents);
        Expect(game.Why(agents[0]).Reason == StopReason.WaitsForPath, "its order is not worked on yet");
        Vec2[] before = new Vec2[40], after = new Vec2[40], shown = new Vec2[40];
        for (int i = 0; i < 30; ++i)
        {
            game.Read(agents, before);
            game.Tick(0.05f);
        }
        game.Read(agents, after);
        game.Shown(agents, 0, shown);
        Expect(shown.SequenceEqual(before) && !after.SequenceEqual(before), "drawn where they were");
        game.Shown(agents, 1, shown);
        Expect(shown.SequenceEqual(after), "drawn where they are");
        world.LayStamp(new Rect(40, 0, 1, 48));
        for (int i = 0; i < 400; ++i) game.Tick(0.05f);
        var why = game.Why(agents[0]);
        Expect(why.Reason == StopReason.PassageClosed && why.At.X == 40 && why.Agent == 0, "a building is in its way, not " + why.Reason);
    }

    private static void Send(Navigator game, ulong[] agents, int x, int y)
    {
        game.Give(new OrderSpec { Places = new[] { new Cell(x, y) }, Headings = Headings.AnyAngle, Avoidance = Avoidance.Reciprocal }, agents);
        game.Finish();
    }
    private static bool Near(float a, double b) { return Math.Abs(a - b) < 1e-3; }

    private static void BodiesDrive()
    {
        var game = new Navigator(NewWorld());
        var slow = game.AddAgents(0, new[] { new Vec2(30.5f, 40.5f) }, new AgentSpec { Acceleration = 2 });
        var turning = game.AddAgents(0, new[] { new Vec2(30.5f, 45.5f) }, new AgentSpec { TurnRate = 1, Facing = new Vec2(-3, 0) });
        Vec2[] at = new Vec2[1], velocity = new Vec2[1], facing = new Vec2[1];
        game.Facings(turning, 1, facing);
        Expect(facing[0].X == -1 && facing[0].Y == 0, "it faces where it was told to");
        Send(game, slow, 60, 40);
        Send(game, turning, 60, 45);
        game.Tick(0.05f);
        game.Read(slow, at, velocity);
        Expect(Near(velocity[0].X, 0.1), "it gets up to speed as it can, not to " + velocity[0].X);
        game.SetAcceleration(slow, 10);
        game.SetTurnRate(turning, 4);
        game.Tick(0.05f);
        game.Read(slow, at, velocity);
        Expect(Near(velocity[0].X, 0.6), "with another acceleration, not to " + velocity[0].X);
        foreach (var share in new[] { 0, 0.5f, 1 })
        {
            game.Facings(turning, share, facing);
            Expect(Near(Math.Abs(facing[0].Y), Math.Sin(0.05 + 0.2 * share)), "turns as fast as it can, at " + share + " not to " + facing[0].Y);
        }
    }

    private static void AFormationFacesWhereItIsTold()
    {
        var game = new Navigator(NewWorld());
        var nine = game.AddAgents(0, Enumerable.Range(0, 9).Select(i => new Vec2(36.5f + i % 3, 20.5f + i / 3)).ToArray());
        var facings = new Vec2[9];
        foreach (var told in new[] { new Vec2(0, -3), new Vec2(0, 0) })
        {
            var shall = told.Y < 0 ? new Vec2(0, -1) : new Vec2(-1, 0);
            game.Give(new OrderSpec { Places = new[] { new Cell(told.Y < 0 ? 50 : 38, 21) }, Formation = Formation.Block, Facing = told }, nine);
            for (int i = 0; i < 400; ++i) game.Tick(0.05f);
            game.Facings(nine, 1, facings);
            Expect(game.Count(AgentState.Arrived) == 9, "all are there");
            Expect(facings.All(f => f.X * shall.X + f.Y * shall.Y > 0.99), "told to face " + told.Y + ", as it comes where that is 0");
        }
    }

    private static void WhoHasLessPriorityMakesRoom()
    {
        var game = new Navigator(NewWorld());
        Vec2[] starts = { new Vec2(36.5f, 40.5f), new Vec2(60.5f, 40.5f) }, at = new Vec2[2];
        var first = game.AddAgents(0, new[] { starts[0] }, new AgentSpec { Priority = 1 });
        var other = game.AddAgents(0, new[] { starts[1] });
        var both = first.Concat(other).ToArray();
        for (int round = 0; round < 2; ++round)
        {
            game.SetPriority(other, (byte)(2 * round));
            game.PutAgents(both, starts);
            Send(game, first, 60, 40);
            Send(game, other, 36, 40);
            var offside = new float[2];
            for (int i = 0; i < 160; ++i)
            {
                game.Tick(0.05f);
                game.Read(both, at);
                for (int k = 0; k < 2; ++k) offside[k] = Math.Max(offside[k], Math.Abs(at[k].Y - 40.5f));
            }
            Expect(offside[round] < 0.1 && offside[1 - round] > 0.5, "one makes room, not " + offside[0] + " and " + offside[1]);
        }
    }

    private static int Main()
    {
        var world = NewWorld();
        var game = new Navigator(world);
        var agents = game.AddAgents(0, starts);
        AgentsAreDrawnAndAsked(world, game, agents);
        var hash = game.Hash();
        NullsAreTold(world, game, agents);
        SizesAndNumbersAreTold(world, game, agents);
        WhatNoBodyCanDoIsTold(game, agents);
        WhatCannotSteerIsTold(game, agents);
        Expect(game.Hash() == hash, "what is refused changes nothing");
        WhatIsDisposedOfIsTold();
        WhatIsUsedIsKept();
        BodiesDrive();
        AFormationFacesWhereItIsTold();
        WhoHasLessPriorityMakesRoom();
        AgentsTellWhatTheyAreLike();
        Console.WriteLine("C#: " + wrong + " not as they shall be");
        return wrong == 0 ? 0 : 1;
    }
}
