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
        Refused<ArgumentException>("as many positions", () => game.PutAgents(agents, new Vec2[3]));
        Refused<PortolanException>("xy[0] is no number", () => game.AddAgents(0, new[] { new Vec2(float.NaN, 1) }));
        Refused<PortolanException>("agents[0] is no agent", () => game.Stop(new ulong[] { 4711 }));
        Refused<PortolanException>("kind 9 is none", () => game.Give(new OrderSpec { Kind = (OrderKind)9, Places = march.Places }, agents));
        Refused<PortolanException>("seconds are a number", () => game.Tick(float.NaN));
        Refused<PortolanException>("share is from 0", () => game.Shown(agents, float.NaN, new Vec2[40]));
        Refused<PortolanException>("agent is none", () => game.Why(0));
        Refused<PortolanException>("the order is none", () => game.Field(99, new Rect(0, 0, 1, 1), new ulong[1], null));
        Refused<PortolanException>("is cut off", () => Navigator.Load(new byte[5]));
        using (var finder = new PathFinder(world, 0))
        {
            Expect(finder.Cells().Length == 0 && finder.Points().Length == 0, "nothing was looked for yet");
            Refused<PortolanException>("quality 9", () => finder.Find(new Cell(1, 1), new Cell(2, 2), (Quality)9));
        }
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

    private static int Main()
    {
        var world = NewWorld();
        var game = new Navigator(world);
        var agents = game.AddAgents(0, starts);
        AgentsAreDrawnAndAsked(world, game, agents);
        var hash = game.Hash();
        NullsAreTold(world, game, agents);
        SizesAndNumbersAreTold(world, game, agents);
        Expect(game.Hash() == hash, "what is refused changes nothing");
        WhatIsDisposedOfIsTold();
        WhatIsUsedIsKept();
        Console.WriteLine("C#: " + wrong + " not as they shall be");
        return wrong == 0 ? 0 : 1;
    }
}
