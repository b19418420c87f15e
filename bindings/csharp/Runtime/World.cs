// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Portolan
{
    /// Terrain, links, stamps and profiles. Edits wait for Commit, or a tick.
    public sealed class World : IDisposable
    {
        internal readonly WorldHandle Handle;

        /// A terrain class per cell, row by row, layer by layer; null: all are 0.
        public World(int width, int height, int layers = 1, byte[] terrain = null)
        {
            if (Native.portolan_abi() != Native.Abi) throw new PortolanException(-1, "libportolan has another ABI than this package");
            Handle = Native.Made(Native.portolan_world_create(width, height, layers, terrain, Native.Size(terrain)));
        }
        internal World(WorldHandle handle) { Handle = handle; }
        public void Dispose() { Handle.Dispose(); }

        public static string Version { get { return Marshal.PtrToStringAnsi(Native.portolan_version()); } }
        public static World Open(string file) { return new World(Native.Made(Native.portolan_world_open(Text(file)))); }
        public void Save(string file) { Native.Check(Native.portolan_world_save(Handle, Text(file))); }
        private static byte[] Text(string text) { return Encoding.UTF8.GetBytes(Native.Given(text, "file") + "\0"); }

        public void SetTerrain(Rect rect, byte[] values) { Native.Check(Native.portolan_set_terrain(Handle, rect, values, Native.Size(values))); }
        public void Fill(Rect rect, byte value) { Native.Check(Native.portolan_fill_terrain(Handle, rect, value)); }
        public byte[] Terrain(Rect rect)
        {
            var values = Native.Room(rect);
            Native.Check(Native.portolan_read_terrain(Handle, rect, values, Native.Size(values)));
            return values;
        }

        public ulong LayStamp(Rect rect, bool blocks = true, int extraCost = 0)
        {
            ulong stamp;
            Native.Check(Native.portolan_lay_stamp(Handle, rect, blocks ? 1 : 0, extraCost, out stamp));
            return stamp;
        }
        public void LiftStamp(ulong stamp) { Native.Check(Native.portolan_lift_stamp(Handle, stamp)); }

        public uint AddLink(Cell from, Cell to, uint cost = 24)
        {
            uint link;
            Native.Check(Native.portolan_add_link(Handle, from, to, cost, out link));
            return link;
        }
        public void RemoveLink(uint link) { Native.Check(Native.portolan_remove_link(Handle, link)); }

        /// Lets edits take effect. Returns how many sectors were rebuilt.
        public ulong Commit()
        {
            ulong sectors;
            Native.Check(Native.portolan_commit(Handle, out sectors));
            return sectors;
        }

        /// A cost of 1 to 254 per terrain class, or 255: impassable; null: all 1.
        public uint AddProfile(byte[] costs, int clearance = 1, int sectorSize = 0, int levels = 0)
        {
            if (costs != null && costs.Length != 256) throw new ArgumentException("there are 256 costs, one per terrain class");
            var pinned = GCHandle.Alloc(costs, GCHandleType.Pinned);
            try
            {
                var spec = new Native.ProfileSpec { clearance = clearance, sectorSize = sectorSize, levels = levels };
                spec.structSize = (uint)Marshal.SizeOf(typeof(Native.ProfileSpec));
                spec.costs = pinned.AddrOfPinnedObject();
                uint profile;
                Native.Check(Native.portolan_add_profile(Handle, ref spec, out profile));
                return profile;
            }
            finally { pinned.Free(); }
        }

        public byte[] Costs(uint profile, Rect rect)
        {
            var costs = Native.Room(rect);
            Native.Check(Native.portolan_read_costs(Handle, profile, rect, costs, Native.Size(costs)));
            return costs;
        }
        public Portal[] Portals(uint profile)
        {
            return Native.ReadAll((Portal[] to, UIntPtr room, out UIntPtr count) =>
                Native.portolan_read_portals(Handle, profile, to, room, out count));
        }
        public bool CanReach(uint profile, Cell from, Cell to)
        {
            int reachable;
            Native.Check(Native.portolan_can_reach(Handle, profile, from, to, out reachable));
            return reachable != 0;
        }
        /// Whether a straight line meets a wall, and where; else the end of the line.
        public bool Look(uint profile, int layer, Vec2 from, Vec2 to, out Vec2 at)
        {
            int blocked;
            Native.Check(Native.portolan_look(Handle, profile, layer, ref from, ref to, out blocked, out at));
            return blocked != 0;
        }
    }

    /// Paths of single agents; keeps its memory from search to search. One per thread.
    public sealed class PathFinder : IDisposable
    {
        private readonly FinderHandle handle;
        public PathInfo Info;

        public PathFinder(World world, uint profile) { handle = Native.Made(Native.portolan_path_finder_create(Native.Given(world, "world").Handle, profile)); }
        public void Dispose() { handle.Dispose(); }

        public Outcome Find(Cell from, Cell to, Quality quality = Quality.Path)
        {
            Native.Check(Native.portolan_find_path(handle, from, to, (int)quality, out Info));
            return (Outcome)Info.Outcome;
        }
        /// The cells of what was found last.
        public Cell[] Cells()
        {
            var cells = new Cell[Info.Cells];
            Native.Check(Native.portolan_path_cells(handle, cells, Native.Size(cells)));
            return cells;
        }
        /// The bends of the same way pulled straight, from centre to centre.
        public Vec2[] Points()
        {
            var points = new Vec2[Info.Points];
            Native.Check(Native.portolan_path_points(handle, points, null, Native.Size(points)));
            return points;
        }
    }
}
