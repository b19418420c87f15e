// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Portolan
{
    /// portolan.h, function by function. Sizes are UIntPtr; arrays are pinned, not copied.
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
            internal Vec2 facing;
            internal float headway;
            internal int reach;
        }

        [DllImport(Lib)] internal static extern uint portolan_abi();
        [DllImport(Lib)] internal static extern IntPtr portolan_version();
        [DllImport(Lib)] internal static extern IntPtr portolan_error();

        [DllImport(Lib)] internal static extern WorldHandle portolan_world_create(int width, int height, int layers, byte[] terrain, UIntPtr size);
        [DllImport(Lib)] internal static extern void portolan_world_destroy(IntPtr world);
        [DllImport(Lib)] internal static extern int portolan_world_size(WorldHandle world, out int width, out int height, out int layers);
        [DllImport(Lib)] internal static extern int portolan_set_terrain(WorldHandle world, Rect rect, byte[] values, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_fill_terrain(WorldHandle world, Rect rect, byte value);
        [DllImport(Lib)] internal static extern int portolan_read_terrain(WorldHandle world, Rect rect, byte[] values, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_lay_stamp(WorldHandle world, Rect rect, int blocks, int extraCost, out ulong stamp);
        [DllImport(Lib)] internal static extern int portolan_lift_stamp(WorldHandle world, ulong stamp);
        [DllImport(Lib)] internal static extern int portolan_add_link(WorldHandle world, Cell from, Cell to, uint cost, out uint link);
        [DllImport(Lib)] internal static extern int portolan_remove_link(WorldHandle world, uint link);
        [DllImport(Lib)] internal static extern int portolan_commit(WorldHandle world, out ulong sectors);
        [DllImport(Lib)] internal static extern int portolan_add_profile(WorldHandle world, ref ProfileSpec spec, out uint profile);
        [DllImport(Lib)] internal static extern int portolan_read_costs(WorldHandle world, uint profile, Rect rect, byte[] costs, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_read_portals(WorldHandle world, uint profile, [In, Out] Portal[] portals, UIntPtr capacity, out UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_can_reach(WorldHandle world, uint profile, Cell from, Cell to, out int reachable);
        [DllImport(Lib)] internal static extern int portolan_look(WorldHandle world, uint profile, int layer, ref Vec2 from, ref Vec2 to, out int blocked, out Vec2 at);
        [DllImport(Lib)] internal static extern int portolan_world_save(WorldHandle world, byte[] file);
        [DllImport(Lib)] internal static extern WorldHandle portolan_world_open(byte[] file);

        [DllImport(Lib)] internal static extern FinderHandle portolan_path_finder_create(WorldHandle world, uint profile);
        [DllImport(Lib)] internal static extern void portolan_path_finder_destroy(IntPtr finder);
        [DllImport(Lib)] internal static extern int portolan_find_path(FinderHandle finder, Cell from, Cell to, int quality, out PathInfo info);
        [DllImport(Lib)] internal static extern int portolan_path_cells(FinderHandle finder, [In, Out] Cell[] cells, UIntPtr capacity);
        [DllImport(Lib)] internal static extern int portolan_path_points(FinderHandle finder, [In, Out] Vec2[] xy, int[] layers, UIntPtr capacity);

        [DllImport(Lib)] internal static extern NavigatorHandle portolan_navigator_create(WorldHandle world, IntPtr jobs);
        [DllImport(Lib)] internal static extern void portolan_navigator_destroy(IntPtr navigator);
        [DllImport(Lib)] internal static extern IntPtr portolan_navigator_world(NavigatorHandle navigator);
        [DllImport(Lib)] internal static extern int portolan_add_agents(NavigatorHandle navigator, uint profile, ref AgentSpec spec, Vec2[] xy, UIntPtr count, [In, Out] ulong[] agents);
        [DllImport(Lib)] internal static extern int portolan_has_room(NavigatorHandle navigator, uint profile, ref AgentSpec spec, ref Vec2 xy, out int hasRoom);
        [DllImport(Lib)] internal static extern int portolan_remove_agents(NavigatorHandle navigator, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_put_agents(NavigatorHandle navigator, ulong[] agents, UIntPtr count, Vec2[] xy, int layer);
        [DllImport(Lib)] internal static extern int portolan_set_holds(NavigatorHandle navigator, ulong[] agents, UIntPtr count, int holds);
        [DllImport(Lib)] internal static extern int portolan_set_max_speed(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float maxSpeed);
        [DllImport(Lib)] internal static extern int portolan_set_radius(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float radius);
        [DllImport(Lib)] internal static extern int portolan_set_mass(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float mass);
        [DllImport(Lib)] internal static extern int portolan_set_team(NavigatorHandle navigator, ulong[] agents, UIntPtr count, byte team);
        [DllImport(Lib)] internal static extern int portolan_set_acceleration(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float acceleration);
        [DllImport(Lib)] internal static extern int portolan_set_turn_rate(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float turnRate);
        [DllImport(Lib)] internal static extern int portolan_set_priority(NavigatorHandle navigator, ulong[] agents, UIntPtr count, byte priority);
        [DllImport(Lib)] internal static extern int portolan_set_focus(NavigatorHandle navigator, Vec2[] xy, UIntPtr count, float radius, uint interval);
        [DllImport(Lib)] internal static extern int portolan_read_agents(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] Vec2[] xy, [In, Out] Vec2[] velocities, [In, Out] AgentState[] states);
        [DllImport(Lib)] internal static extern int portolan_read_shown(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float share, [In, Out] Vec2[] xy);
        [DllImport(Lib)] internal static extern int portolan_read_facings(NavigatorHandle navigator, ulong[] agents, UIntPtr count, float share, [In, Out] Vec2[] facings);
        [DllImport(Lib)] internal static extern int portolan_read_specs(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] AgentSpec[] specs);
        [DllImport(Lib)] internal static extern int portolan_read_walks(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] float[] distances, [In, Out] float[] paces);
        [DllImport(Lib)] internal static extern int portolan_set_agent_places(NavigatorHandle navigator, ulong[] agents, UIntPtr count, Vec2[] xy);
        [DllImport(Lib)] internal static extern int portolan_read_agent_places(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] Vec2[] xy);
        [DllImport(Lib)] internal static extern int portolan_set_steering(NavigatorHandle navigator, ulong order, ref Force forces, ref float weights, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_set_leader(NavigatorHandle navigator, ulong order, ulong leader);
        [DllImport(Lib)] internal static extern int portolan_set_steering_target(NavigatorHandle navigator, ulong order, Vec2[] xy, int layer);
        [DllImport(Lib)] internal static extern int portolan_why(NavigatorHandle navigator, ulong agent, out Why answer);
        [DllImport(Lib)] internal static extern int portolan_read_layers(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] int[] layers);
        [DllImport(Lib)] internal static extern int portolan_read_orders(NavigatorHandle navigator, ulong[] agents, UIntPtr count, [In, Out] ulong[] orders);
        [DllImport(Lib)] internal static extern int portolan_agent_alive(NavigatorHandle navigator, ulong agent);
        [DllImport(Lib)] internal static extern ulong portolan_count_agents(NavigatorHandle navigator, int state);
        [DllImport(Lib)] internal static extern ulong portolan_hash(NavigatorHandle navigator);
        [DllImport(Lib)] internal static extern int portolan_give(NavigatorHandle navigator, ref OrderSpec spec, ulong[] agents, UIntPtr count, out ulong order);
        [DllImport(Lib)] internal static extern int portolan_set_places(NavigatorHandle navigator, ulong order, Cell[] places, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_join(NavigatorHandle navigator, ulong order, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_stop(NavigatorHandle navigator, ulong[] agents, UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_remove_order(NavigatorHandle navigator, ulong order);
        [DllImport(Lib)] internal static extern int portolan_pause(NavigatorHandle navigator, ulong order, int paused);
        [DllImport(Lib)] internal static extern int portolan_order_alive(NavigatorHandle navigator, ulong order);
        [DllImport(Lib)] internal static extern int portolan_tick(NavigatorHandle navigator, float seconds, ulong units);
        [DllImport(Lib)] internal static extern int portolan_finish(NavigatorHandle navigator);
        [DllImport(Lib)] internal static extern int portolan_read_events(NavigatorHandle navigator, [In, Out] Event[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Lib)] internal static extern int portolan_read_field(NavigatorHandle navigator, ulong order, Rect rect, [In, Out] ulong[] distances, [In, Out] byte[] directions, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_read_headings(NavigatorHandle navigator, ulong order, Vec2[] xy, int layer, UIntPtr count, [In, Out] Vec2[] headings);
        [DllImport(Lib)] internal static extern int portolan_read_corridor(NavigatorHandle navigator, ulong order, [In, Out] Rect[] sectors, UIntPtr capacity, out UIntPtr count);

        [DllImport(Lib)] internal static extern BytesHandle portolan_save(NavigatorHandle navigator);
        [DllImport(Lib)] internal static extern NavigatorHandle portolan_load(byte[] bytes, UIntPtr size, IntPtr jobs);
        [DllImport(Lib)] internal static extern int portolan_restore(NavigatorHandle navigator, byte[] bytes, UIntPtr size);
        [DllImport(Lib)] internal static extern int portolan_keep(NavigatorHandle navigator, out ulong moment);
        [DllImport(Lib)] internal static extern int portolan_go_back(NavigatorHandle navigator, ulong moment);
        [DllImport(Lib)] internal static extern int portolan_forget_before(NavigatorHandle navigator, ulong moment);
        [DllImport(Lib)] internal static extern IntPtr portolan_bytes_data(BytesHandle bytes);
        [DllImport(Lib)] internal static extern UIntPtr portolan_bytes_size(BytesHandle bytes);
        [DllImport(Lib)] internal static extern void portolan_bytes_destroy(IntPtr bytes);

        internal static UIntPtr Size(Array array) { return (UIntPtr)(array == null ? 0 : (ulong)array.LongLength); }

        internal static void Check(int status)
        {
            if (status != 0) throw new PortolanException(status, Marshal.PtrToStringAnsi(portolan_error()));
        }

        internal static T Made<T>(T handle) where T : SafeHandle
        {
            if (handle.IsInvalid) throw new PortolanException(-1, Marshal.PtrToStringAnsi(portolan_error()));
            return handle;
        }

        internal static T Given<T>(T value, string name) where T : class
        {
            if (value == null) throw new ArgumentNullException(name);
            return value;
        }

        /// An array with a place for each of `like`.
        internal static T[] Room<T>(Array like, string name) { return new T[Given(like, name).Length]; }

        /// An array for a rectangle; a short one where the library will not have that rectangle.
        internal static byte[] Room(Rect rect)
        {
            long cells = (long)rect.Width * rect.Height;
            return new byte[cells >= 0 && cells <= int.MaxValue ? cells : 1];
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
