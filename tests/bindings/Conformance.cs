// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Portolan;

/// Conformance.exe FILE: plays tests/bindings/conformance.txt by the C# package, as conformance.c does.
internal static class Conformance
{
    private const uint Start = 2166136261;
    private static World land;
    private static Navigator game;
    private static byte[] saved;
    private static long[] manner;
    private static readonly List<PathFinder> finders = new List<PathFinder>();
    private static readonly List<ulong> agents = new List<ulong>(), orders = new List<ulong>(), stamps = new List<ulong>(), moments = new List<ulong>();

    private static uint Mix(uint hash, uint word) { return unchecked((hash ^ word) * 16777619); }
    private static uint Mix(uint hash, float value) { return Mix(hash, BitConverter.ToUInt32(BitConverter.GetBytes(value), 0)); }
    private static uint Mix(uint hash, ulong value) { return Mix(Mix(hash, (uint)value), (uint)(value >> 32)); }
    private static uint Mix(uint hash, Cell c) { return Mix(Mix(Mix(hash, (uint)c.X), (uint)c.Y), (uint)c.Layer); }
    private static uint Mix(uint hash, Vec2 v) { return Mix(Mix(hash, v.X), v.Y); }

    private static Cell CellAt(long[] n, int i) { return new Cell((int)n[i], (int)n[i + 1], (int)n[i + 2]); }
    private static Rect RectAt(long[] n, int i) { return new Rect((int)n[i], (int)n[i + 1], (int)n[i + 2], (int)n[i + 3], (int)n[i + 4]); }
    private static Cell[] CellsAt(long[] n, int i, long count)
    {
        return Enumerable.Range(0, (int)count).Select(k => CellAt(n, i + 3 * k)).ToArray();
    }
    private static ulong[] Some(long first, long count) { return agents.GetRange((int)first, (int)count).ToArray(); }
    private static readonly long[] nothing = new long[0];
    private static long[] Done(Action action) { action(); return nothing; }

    private static readonly Dictionary<string, Func<long[], long[]>> plays = new Dictionary<string, Func<long[], long[]>>
    {
        { "world", n => Done(() => { land = new World((int)n[0], (int)n[1], (int)n[2]); finders.Clear(); }) },
        { "terrain", n => Done(() => land.Fill(RectAt(n, 0), (byte)n[5])) },
        { "link", n => Done(() => land.AddLink(CellAt(n, 0), CellAt(n, 3), (uint)n[6])) },
        { "commit", n => new[] { (long)land.Commit() } },
        { "profile", Profile },
        { "portals", Portals },
        { "query", Query },
        { "scene", n => Done(() => { End(); game = new Navigator(land); }) },
        { "end", n => Done(End) },
        { "agents", Agents },
        { "who", Who },
        { "room", n => new[] { game.HasRoom((uint)n[0], new Vec2(n[2] / 64F, n[3] / 64F), new AgentSpec { Layer = (int)n[1], Radius = n[4] / 64F }) ? 1L : 0 } },
        { "keep", n => Done(() => moments.Add(game.Keep())) },
        { "back", n => Done(() => game.GoBack(moments[(int)n[0]])) },
        { "forget", n => Done(() => game.ForgetBefore(moments[(int)n[0]])) },
        { "manner", n => Done(() => manner = n) },
        { "order", n => Done(() => Order(n)) },
        { "places", n => Done(() => game.SetPlaces(orders[(int)n[0]], CellsAt(n, 2, n[1]))) },
        { "join", n => Done(() => game.Join(orders[(int)n[0]], Some(n[1], n[2]))) },
        { "pause", n => Done(() => game.Pause(orders[(int)n[1]], n[0] != 0)) },
        { "withdraw", n => Done(() => game.RemoveOrder(orders[(int)n[0]])) },
        { "focus", n => Done(() => game.SetFocus(new[] { new Vec2(n[0], n[1]) }, n[2], (uint)n[3])) },
        { "holds", n => Done(() => game.SetHolds(Some(n[1], n[2]), n[0] != 0)) },
        { "body", n => Done(() => Body(n, Some(n[7], n[8]))) },
        { "steer", n => Done(() => game.SetSteering(orders[(int)n[0]], (Force)n[1], n[2] / 64F)) },
        { "target", n => Done(() => game.SetSteeringTarget(orders[(int)n[0]], n[1] != 0 ? new Vec2(n[2] / 64F, n[3] / 64F) : (Vec2?)null, (int)n[4])) },
        { "lead", n => Done(() => game.SetLeader(orders[(int)n[0]], n[1] < 0 ? 0 : agents[(int)n[1]])) },
        { "stand", n => Done(() => game.SetAgentPlaces(Some(n[0], n[1]), Enumerable.Range(0, (int)n[1]).Select(i => new Vec2((n[2] + i * n[4]) / 64F, n[3] / 64F)).ToArray())) },
        { "like", n => Like(Some(n[0], n[1])) },
        { "stop", n => Done(() => game.Stop(Some(n[0], n[1]))) },
        { "remove", n => Done(() => { game.RemoveAgents(Some(n[0], n[1])); agents.RemoveRange((int)n[0], (int)n[1]); }) },
        { "stamp", n => Done(() => stamps.Add(land.LayStamp(RectAt(n, 0), n[5] != 0, (int)n[6]))) },
        { "lift", n => Done(() => land.LiftStamp(stamps[(int)n[0]])) },
        { "tick", Tick },
        { "finish", n => Done(() => game.Finish()) },
        { "field", Field },
        { "headings", Headings },
        { "save", n => Done(() => saved = game.Save()) },
        { "restore", n => Done(() => game.Restore(saved)) },
    };

    private static long[] Profile(long[] n)
    {
        var costs = Enumerable.Repeat((byte)255, 256).ToArray();
        for (int i = 0; i < 4; ++i) costs[i] = (byte)n[2 + i];
        var profile = land.AddProfile(costs, (int)n[0], (int)n[1]);
        finders.Add(new PathFinder(land, profile));
        return new long[] { profile };
    }

    private static long[] Portals(long[] n)
    {
        var portals = land.Portals((uint)n[0]);
        var hash = portals.Aggregate(Start, (h, p) => Mix(Mix(Mix(h, p.First), p.Last), p.Other));
        return new long[] { portals.Length, hash };
    }

    private static long[] Query(long[] n)
    {
        var finder = finders[(int)n[0]];
        var outcome = finder.Find(CellAt(n, 1), CellAt(n, 4), (Quality)n[7]);
        var hash = finder.Cells().Aggregate(Mix(Start, finder.Info.End), Mix);
        hash = finder.Points().Aggregate(hash, Mix);
        Vec2 at;
        var blocked = land.Look((uint)n[0], (int)n[3], new Vec2(n[1] + 0.5F, n[2] + 0.5F), new Vec2(n[4] + 0.5F, n[5] + 0.5F), out at);
        var reachable = land.CanReach((uint)n[0], CellAt(n, 1), CellAt(n, 4));
        return new long[] { (long)outcome, (long)finder.Info.Cost, finder.Info.Cells, finder.Info.Points, Mix(hash, at),
                            reachable ? 1 : 0, blocked ? 1 : 0 };
    }

    private static void End()
    {
        if (game != null) game.Dispose();
        game = null;
        agents.Clear();
        orders.Clear();
        stamps.Clear();
        moments.Clear();
        manner = new long[7];
    }

    private static long[] Agents(long[] n)
    {
        var xy = new Vec2[n[4] * n[5]];
        for (long i = 0; i < xy.Length; ++i) xy[i] = new Vec2((n[2] + i % n[4] * n[6]) / 64F, (n[3] + i / n[4] * n[6]) / 64F);
        var spec = new AgentSpec { Layer = (int)n[1], Radius = n[7] / 64F, MaxSpeed = n[8] / 64F };
        agents.AddRange(game.AddAgents((uint)n[0], xy, spec).Where(agent => agent != 0));
        return new long[] { agents.Count };
    }

    private static void Body(long[] n, ulong[] those)
    {
        game.SetMaxSpeed(those, n[0] / 64F);
        game.SetRadius(those, n[1] / 64F);
        game.SetMass(those, n[2] / 64F);
        game.SetTeam(those, (byte)n[3]);
        game.SetAcceleration(those, n[4] / 64F);
        game.SetTurnRate(those, n[5] / 64F);
        game.SetPriority(those, (byte)n[6]);
    }

    private static long[] Like(ulong[] those)
    {
        uint specs = Start, walks = Start, places = Start;
        foreach (var s in game.Specs(those))
        {
            specs = Mix(Mix(Mix(Mix(specs, (uint)s.Layer), s.Radius), s.MaxSpeed), s.Mass);
            specs = Mix(Mix(Mix(specs, (uint)s.Team), (uint)s.Holds), (uint)s.Priority);
            specs = Mix(Mix(Mix(specs, s.Acceleration), s.TurnRate), s.Facing);
        }
        float[] distances = new float[those.Length], paces = new float[those.Length];
        game.Walks(those, distances, paces);
        for (int i = 0; i < those.Length; ++i) walks = Mix(Mix(walks, distances[i]), paces[i]);
        foreach (var at in game.AgentPlaces(those)) places = float.IsNaN(at.X) ? Mix(Mix(places, 1U), 1U) : Mix(places, at);
        return new long[] { specs, walks, places };
    }

    private static void Order(long[] n)
    {
        orders.Add(game.Give(new OrderSpec {
            Profile = (uint)n[0], Kind = (OrderKind)n[1], Quality = (Quality)n[2], Headings = (Headings)n[3],
            Formation = (Formation)manner[0], KeepsRank = manner[1] != 0, FullSpeedCost = (byte)manner[2],
            Facing = new Vec2(manner[3], manner[4]), Headway = manner[5] / 64F, Reach = (int)manner[6],
            Avoidance = (Avoidance)n[4], Once = n[5] != 0, LeaveOnArrival = n[6] != 0,
            Target = n[7] < 0 ? 0 : agents[(int)n[7]], Places = CellsAt(n, 11, n[10]) }, Some(n[8], n[9])));
    }

    private static long[] Tick(long[] n)
    {
        uint events = Start, hash = Start;
        for (long i = 0; i < n[0]; ++i)
        {
            game.Tick((float)(n[1] / 1000.0), (ulong)n[2]);
            foreach (var e in game.Events()) events = Mix(Mix(Mix(Mix(events, e.Order), e.Agent), (uint)e.Kind), e.Nearest);
        }
        var xy = new Vec2[agents.Count];
        var states = new AgentState[agents.Count];
        game.Read(agents.ToArray(), xy, null, states);
        for (int i = 0; i < xy.Length; ++i) hash = Mix(Mix(hash, xy[i]), (uint)states[i]);
        var whole = game.Hash();
        return new[] { (long)(whole >> 32), (long)(whole & 0xffffffff), (long)game.Count(AgentState.Moving),
                       (long)game.Count(AgentState.Stuck), (long)game.Count(AgentState.Arrived),
                       (long)game.Count(AgentState.Gone), hash, events };
    }

    private static long[] Field(long[] n)
    {
        var rect = RectAt(n, 1);
        var distances = new ulong[rect.Cells];
        var directions = new byte[rect.Cells];
        game.Field(orders[(int)n[0]], rect, distances, directions);
        uint hash = Start, sectors = Start;
        for (int i = 0; i < rect.Cells; ++i) hash = Mix(Mix(hash, distances[i]), (uint)directions[i]);
        var corridor = game.Corridor(orders[(int)n[0]]);
        foreach (var s in corridor)
            sectors = Mix(Mix(Mix(sectors, new Cell(s.X, s.Y, s.Width)), (uint)s.Height), (uint)s.Layer);
        return new long[] { hash, corridor.Length, sectors };
    }

    private static long[] Who(long[] n)
    {
        var all = agents.ToArray();
        return new long[] { game.Layers(all).Aggregate(Start, (hash, layer) => Mix(hash, (uint)layer)),
                            game.Orders(all).Count(order => order == orders[(int)n[0]]) };
    }

    private static long[] Headings(long[] n)
    {
        var xy = new Vec2[agents.Count];
        game.Read(agents.ToArray(), xy);
        return new long[] { game.HeadingsAt(orders[(int)n[0]], xy, (int)n[1]).Aggregate(Start, Mix) };
    }

    private static int Main(string[] arguments)
    {
        int lines = 0, wrong = 0;
        foreach (var line in File.ReadLines(arguments[0]).Where(line => !line.StartsWith("#")))
        {
            var sides = line.Split(new[] { " = " }, StringSplitOptions.None);
            var words = sides[0].Split(' ');
            var result = plays[words[0]](words.Skip(1).Select(long.Parse).ToArray());
            var played = result.Length == 0 ? sides[0] : sides[0] + " = " + string.Join(" ", result);
            ++lines;
            if (played != line && ++wrong <= 10) Console.WriteLine("is       {0}\nshall be {1}", played, line);
        }
        Console.WriteLine("C#: {0} of {1} lines as they shall be", lines - wrong, lines);
        return wrong == 0 && lines > 0 ? 0 : 1;
    }
}
