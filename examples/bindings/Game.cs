// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Globalization;
using System.Linq;
using Portolan;

// Sixty soldiers march to a flag. A gate closes before them.
internal static class Game
{
    private static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var terrain = new byte[128 * 96]; // 0 is grass, 1 a wall with two gates
        for (int y = 0; y < 96; ++y)
            if ((y < 20 || y > 23) && (y < 70 || y > 73)) terrain[y * 128 + 64] = 1;
        var costs = Enumerable.Repeat((byte)255, 256).ToArray(); // impassable, but for grass
        costs[0] = 1;
        var world = new World(128, 96, 1, terrain);
        var soldier = world.AddProfile(costs);

        var finder = new PathFinder(world, soldier);
        finder.Find(new Cell(20, 40), new Cell(110, 20));
        var bend = finder.Points()[1];
        Console.WriteLine("a path of {0} units and {1} cells, {2:F2} cells long if straight, with a bend at ({3}, {4})",
            finder.Info.Cost, finder.Info.Cells, finder.Info.Length, bend.X, bend.Y);

        var game = new Navigator(world);
        var soldiers = game.AddAgents(soldier, Enumerable.Range(0, 60).Select(i => new Vec2(20 + i % 10, 20 + i / 10)).ToArray());
        game.Give(new OrderSpec { Profile = soldier, Places = new[] { new Cell(110, 20) }, Headings = Headings.AnyAngle }, soldiers);
        byte[] saved = null;
        for (int tick = 0; tick < 1200; ++tick)
        {
            if (tick == 100) world.LayStamp(new Rect(64, 20, 1, 4));
            if (tick == 300) saved = game.Save();
            game.Tick(0.05F);
        }
        var positions = new Vec2[soldiers.Length];
        game.Read(soldiers, positions);
        Console.WriteLine("{0} of {1} have arrived, the first at ({2:F1}, {3:F1})",
            game.Count(AgentState.Arrived), soldiers.Length, positions[0].X, positions[0].Y);

        var end = game.Hash();
        game.Restore(saved);
        for (int tick = 300; tick < 1200; ++tick) game.Tick(0.05F);
        Console.WriteLine("played again from tick 300: {0}", game.Hash() == end ? "equal" : "different");

        // A captain leads them south; while they do not see it walk they go to the gate.
        var captain = game.AddAgents(soldier, new[] { new Vec2(104, 30) }, new AgentSpec { MaxSpeed = 3 });
        game.Give(new OrderSpec { Profile = soldier, Places = new[] { new Cell(80, 80) } }, captain);
        var company = game.Give(new OrderSpec { Profile = soldier, Places = new[] { new Cell(70, 20) } }, soldiers);
        game.SetLeader(company, captain[0]);
        game.SetSteering(company, Force.Cohesion, 0.2F);
        game.SetSteering(company, Force.Walls, 0.5F);
        for (int tick = 0; tick < 240; ++tick) game.Tick(0.05F);
        var at = new Vec2[2];
        game.Read(new[] { captain[0], soldiers[0] }, at);
        Console.WriteLine("the captain is at ({0:F1}, {1:F1}), the first soldier at ({2:F1}, {3:F1})", at[0].X, at[0].Y, at[1].X, at[1].Y);
    }
}
