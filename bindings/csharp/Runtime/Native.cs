// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Portolan
{
    /// portolan.h, function by function. Sizes are UIntPtr, handles IntPtr; arrays are pinned, not copied.
    internal static class Native
    {
        private const string Lib = "portolan";
        internal const uint Abi = 1;

        [StructLayout(LayoutKind.Sequential)]
        internal struct ProfileSpec
        {
            internal uint structSize;
            internal int clearance;
            internal IntPtr costs;
            internal int sectorSize, levels;
            internal IntPtr jobs;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct OrderSpec
        {
            internal uint structSize, profile;
            internal IntPtr places;
            internal UIntPtr placeCount;
            internal ulong target;
            internal byte kind, quality, headings, avoidance, once, leaveOnArrival, formation, keepsRank;
            internal float arrivalRadius;
            internal uint reserved;
            internal byte fullSpeedCost, reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;
        }

        [DllImport(Lib)] internal static extern uint portolan_abi();
        [DllImport(Lib)] internal static extern IntPtr portolan_version();
        [DllImport(Lib)] internal static extern IntPtr portolan_error();

        [DllImport(Lib)] internal static extern IntPtr portolan_world_create(int width, int height, int layers, byte[] terrain, UIntPtr size);
        [DllImport(Lib)] internal static extern void portolan_world_destroy(IntPtr world);
        [DllImport(Lib)] internal static extern int portolan_world_size(IntPtr world, out int width, out int height, out int layers);
        [DllImport(Lib)] internal static extern int portolan_set_terrain(IntPtr world, Rect rect, byte[] values, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_fill_terrain(IntPtr world, Rect rect, byte value);
        [DllImport(Lib)] internal static extern int portolan_read_terrain(IntPtr world, Rect rect, byte[] values, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_lay_stamp(IntPtr world, Rect rect, int blocks, int extraCost, out ulong stamp);
        [DllImport(Lib)] internal static extern int portolan_lift_stamp(IntPtr world, ulong stamp);
        [DllImport(Lib)] internal static extern int portolan_add_link(IntPtr world, Cell from, Cell to, uint cost, out uint link);
        [DllImport(Lib)] internal static extern int portolan_remove_link(IntPtr world, uint link);
        [DllImport(Lib)] internal static extern int portolan_commit(IntPtr world, out ulong sectors);
        [DllImport(Lib)] internal static extern int portolan_add_profile(IntPtr world, ref ProfileSpec spec, out uint profile);
        [DllImport(Lib)] internal static extern int portolan_read_costs(IntPtr world, uint profile, Rect rect, byte[] costs, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_read_portals(IntPtr world, uint profile, [In, Out] Portal[] portals, UIntPtr capacity, out UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_can_reach(IntPtr world, uint profile, Cell from, Cell to, out int reachable);
        [DllImport(Lib)] internal static extern int portolan_look(IntPtr world, uint profile, int layer, ref Vec2 from, ref Vec2 to, out int blocked, out Vec2 at);
        [DllImport(Lib)] internal static extern int portolan_world_save(IntPtr world, byte[] file);
        [DllImport(Lib)] internal static extern IntPtr portolan_world_open(byte[] file);

        [DllImport(Lib)] internal static extern IntPtr portolan_path_finder_create(IntPtr world, uint profile);
        [DllImport(Lib)] internal static extern void portolan_path_finder_destroy(IntPtr finder);
        [DllImport(Lib)] internal static extern int portolan_find_path(IntPtr finder, Cell from, Cell to, int quality, out PathInfo info);
        [DllImport(Lib)] internal static extern int portolan_path_cells(IntPtr finder, [In, Out] Cell[] cells, UIntPtr capacity);
        [DllImport(Lib)] internal static extern int portolan_path_points(IntPtr finder, [In, Out] Vec2[] xy, int[] layers, UIntPtr capacity);

        [DllImport(Lib)] internal static extern IntPtr portolan_navigator_create(IntPtr world, IntPtr jobs);
        [DllImport(Lib)] internal static extern void portolan_navigator_destroy(IntPtr navigator);
        [DllImport(Lib)] internal static extern IntPtr portolan_navigator_world(IntPtr navigator);
        [DllImport(Lib)] internal static extern int portolan_add_agents(IntPtr navigator, uint profile, ref AgentSpec spec, Vec2[] xy, UIntPtr count, [In, Out] ulong[] agents);
        [DllImport(Lib)] internal static extern int portolan_has_room(IntPtr navigator, uint profile, ref AgentSpec spec, ref Vec2 xy, out int hasRoom);
        [DllImport(Lib)] internal static extern int portolan_remove_agents(IntPtr navigator, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_put_agents(IntPtr navigator, ulong[] agents, UIntPtr count, Vec2[] xy, int layer);
        [DllImport(Lib)] internal static extern int portolan_set_holds(IntPtr navigator, ulong[] agents, UIntPtr count, int holds);
        [DllImport(Lib)] internal static extern int portolan_set_max_speed(IntPtr navigator, ulong[] agents, UIntPtr count, float maxSpeed);
        [DllImport(Lib)] internal static extern int portolan_set_radius(IntPtr navigator, ulong[] agents, UIntPtr count, float radius);
        [DllImport(Lib)] internal static extern int portolan_set_mass(IntPtr navigator, ulong[] agents, UIntPtr count, float mass);
        [DllImport(Lib)] internal static extern int portolan_set_team(IntPtr navigator, ulong[] agents, UIntPtr count, byte team);
        [DllImport(Lib)] internal static extern int portolan_set_focus(IntPtr navigator, Vec2[] xy, UIntPtr count, float radius, uint interval);
        [DllImport(Lib)] internal static extern int portolan_read_agents(IntPtr navigator, ulong[] agents, UIntPtr count, [In, Out] Vec2[] xy, [In, Out] Vec2[] velocities, [In, Out] AgentState[] states);
        [DllImport(Lib)] internal static extern int portolan_read_layers(IntPtr navigator, ulong[] agents, UIntPtr count, [In, Out] int[] layers);
        [DllImport(Lib)] internal static extern int portolan_read_orders(IntPtr navigator, ulong[] agents, UIntPtr count, [In, Out] ulong[] orders);
        [DllImport(Lib)] internal static extern int portolan_agent_alive(IntPtr navigator, ulong agent);
        [DllImport(Lib)] internal static extern ulong portolan_count_agents(IntPtr navigator, int state);
        [DllImport(Lib)] internal static extern ulong portolan_hash(IntPtr navigator);
        [DllImport(Lib)] internal static extern int portolan_give(IntPtr navigator, ref OrderSpec spec, ulong[] agents, UIntPtr count, out ulong order);
        [DllImport(Lib)] internal static extern int portolan_set_places(IntPtr navigator, ulong order, Cell[] places, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_join(IntPtr navigator, ulong order, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_stop(IntPtr navigator, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_remove_order(IntPtr navigator, ulong order);
        [DllImport(Lib)] internal static extern int portolan_pause(IntPtr navigator, ulong order, int paused);
        [DllImport(Lib)] internal static extern int portolan_order_alive(IntPtr navigator, ulong order);
        [DllImport(Lib)] internal static extern int portolan_tick(IntPtr navigator, float seconds, ulong units);
        [DllImport(Lib)] internal static extern int portolan_finish(IntPtr navigator);
        [DllImport(Lib)] internal static extern int portolan_read_events(IntPtr navigator, [In, Out] Event[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_read_field(IntPtr navigator, ulong order, Rect rect, [In, Out] ulong[] distances, [In, Out] byte[] directions, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_read_headings(IntPtr navigator, ulong order, Vec2[] xy, int layer, UIntPtr count, [In, Out] Vec2[] headings);
        [DllImport(Lib)] internal static extern int portolan_read_corridor(IntPtr navigator, ulong order, [In, Out] Rect[] sectors, UIntPtr capacity, out UIntPtr count);

        [DllImport(Lib)] internal static extern IntPtr portolan_save(IntPtr navigator);
        [DllImport(Lib)] internal static extern IntPtr portolan_load(byte[] bytes, UIntPtr size, IntPtr jobs);
        [DllImport(Lib)] internal static extern int portolan_restore(IntPtr navigator, byte[] bytes, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_keep(IntPtr navigator, out ulong moment);
        [DllImport(Lib)] internal static extern int portolan_go_back(IntPtr navigator, ulong moment);
        [DllImport(Lib)] internal static extern int portolan_forget_before(IntPtr navigator, ulong moment);
        [DllImport(Lib)] internal static extern IntPtr portolan_bytes_data(IntPtr bytes);
        [DllImport(Lib)] internal static extern UIntPtr portolan_bytes_size(IntPtr bytes);
        [DllImport(Lib)] internal static extern void portolan_bytes_destroy(IntPtr bytes);

        internal static UIntPtr Size(Array array) { return (UIntPtr)(array == null ? 0 : (ulong)array.LongLength); }

        internal static void Check(int status)
        {
            if (status != 0) throw new PortolanException(status, Marshal.PtrToStringAnsi(portolan_error()));
        }

        internal static IntPtr Made(IntPtr handle)
        {
            if (handle == IntPtr.Zero) throw new PortolanException(-1, Marshal.PtrToStringAnsi(portolan_error()));
            return handle;
        }

        internal delegate int ReadInto<T>(T[] values, UIntPtr capacity, out UIntPtr count);

        /// Of a function that writes as far as there is room, and says how much there is.
        internal static T[] ReadAll<T>(ReadInto<T> read)
        {
            UIntPtr count;
            Check(read(null, UIntPtr.Zero, out count));
            var values = new T[(int)count];
            Check(read(values, count, out count));
            return values;
        }
    }
}
