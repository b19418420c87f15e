// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Portolan
{
    /// The agents of a world and their orders. Agents and orders are numbers; 0 is none.
    public sealed class Navigator : IDisposable
    {
        private readonly NavigatorHandle handle;
        public readonly World World;

        public Navigator(World world) : this(Native.Made(Native.portolan_navigator_create(Native.Given(world, "world").Handle, IntPtr.Zero))) { }
        private Navigator(NavigatorHandle handle)
        {
            this.handle = handle;
            World = new World(WorldHandle.Of(handle));
        }
        private static void AsLong(ulong[] agents, params Array[] arrays)
        {
            foreach (var array in arrays)
                if (array != null && array.Length != Native.Given(agents, "agents").Length) throw new ArgumentException("arrays are as long as agents");
        }
        private delegate int ReadEach<T>(UIntPtr count, T[] to);
        private static T[] OfEach<T>(ulong[] agents, ReadEach<T> read)
        {
            var values = Native.Room<T>(agents, "agents");
            Native.Check(read(Native.Size(agents), values));
            return values;
        }
        public void Dispose()
        {
            World.Dispose();
            handle.Dispose();
        }

        /// A number for each position; 0 where nobody can stand.
        public ulong[] AddAgents(uint profile, Vec2[] xy, AgentSpec spec = new AgentSpec())
        {
            var agents = Native.Room<ulong>(xy, "xy");
            spec.structSize = (uint)Marshal.SizeOf(typeof(AgentSpec));
            Native.Check(Native.portolan_add_agents(handle, profile, ref spec, xy, Native.Size(xy), agents));
            return agents;
        }
        /// Whether an agent like that could stand at a position, and would touch nobody.
        public bool HasRoom(uint profile, Vec2 xy, AgentSpec spec = new AgentSpec())
        {
            spec.structSize = (uint)Marshal.SizeOf(typeof(AgentSpec));
            int hasRoom;
            Native.Check(Native.portolan_has_room(handle, profile, ref spec, ref xy, out hasRoom));
            return hasRoom != 0;
        }
        public void RemoveAgents(ulong[] agents) { Native.Check(Native.portolan_remove_agents(handle, agents, Native.Size(agents))); }
        public void PutAgents(ulong[] agents, Vec2[] xy, int layer = 0)
        {
            AsLong(agents, Native.Given(xy, "xy"));
            Native.Check(Native.portolan_put_agents(handle, agents, Native.Size(agents), xy, layer));
        }
        /// Who holds does not walk, and goes on with its order when it holds no more.
        public void SetHolds(ulong[] agents, bool holds) { Native.Check(Native.portolan_set_holds(handle, agents, Native.Size(agents), holds ? 1 : 0)); }
        public void SetMaxSpeed(ulong[] agents, float maxSpeed) { Native.Check(Native.portolan_set_max_speed(handle, agents, Native.Size(agents), maxSpeed)); }
        public void SetRadius(ulong[] agents, float radius) { Native.Check(Native.portolan_set_radius(handle, agents, Native.Size(agents), radius)); }
        public void SetMass(ulong[] agents, float mass) { Native.Check(Native.portolan_set_mass(handle, agents, Native.Size(agents), mass)); }
        public void SetTeam(ulong[] agents, byte team) { Native.Check(Native.portolan_set_team(handle, agents, Native.Size(agents), team)); }
        /// And how they brake, in cells per second, and second; 0: as people do.
        public void SetAcceleration(ulong[] agents, float acceleration) { Native.Check(Native.portolan_set_acceleration(handle, agents, Native.Size(agents), acceleration)); }
        /// In radians per second; 0: they turn at once.
        public void SetTurnRate(ulong[] agents, float turnRate) { Native.Check(Native.portolan_set_turn_rate(handle, agents, Native.Size(agents), turnRate)); }
        /// Of two who meet, and avoid each other reciprocally, the one with less makes room alone; 254 at most.
        public void SetPriority(ulong[] agents, byte priority) { Native.Check(Native.portolan_set_priority(handle, agents, Native.Size(agents), priority)); }
        /// Where players look: who is farther than `radius` cells from all of it walks in each `interval`-th tick (at most 16) alone,
        /// and passes through others. No positions, or an interval of 0 or 1: all are near. Not saved.
        public void SetFocus(Vec2[] xy, float radius, uint interval)
        {
            Native.Check(Native.portolan_set_focus(handle, xy, Native.Size(xy), radius, interval));
        }

        /// Into arrays of the caller, as long as `agents`; each may be null.
        public void Read(ulong[] agents, Vec2[] xy, Vec2[] velocities = null, AgentState[] states = null)
        {
            AsLong(agents, xy, velocities, states);
            Native.Check(Native.portolan_read_agents(handle, agents, Native.Size(agents), xy, velocities, states));
        }
        /// Where to draw agents between two ticks: `share` of the time from the last tick to the next has gone by, from 0, where
        /// they were before the last one, to 1, where they are.
        public void Shown(ulong[] agents, float share, Vec2[] xy)
        {
            AsLong(agents, Native.Given(xy, "xy"));
            Native.Check(Native.portolan_read_shown(handle, agents, Native.Size(agents), share, xy));
        }
        /// Where their bodies face, as vectors of length 1; east of who neither was told nor has walked. `share`: as of Shown.
        public void Facings(ulong[] agents, float share, Vec2[] facings)
        {
            AsLong(agents, Native.Given(facings, "facings"));
            Native.Check(Native.portolan_read_facings(handle, agents, Native.Size(agents), share, facings));
        }
        /// For models that walk: how many cells each has walked so far, and how fast it got on of late, as a share of its greatest
        /// speed; either may be null.
        public void Walks(ulong[] agents, float[] distances, float[] paces = null)
        {
            AsLong(agents, distances, paces);
            Native.Check(Native.portolan_read_walks(handle, agents, Native.Size(agents), distances, paces));
        }
        /// What they are like now.
        public AgentSpec[] Specs(ulong[] agents)
        {
            var specs = Native.Room<AgentSpec>(agents, "agents");
            if (specs.Length > 0) specs[0].structSize = (uint)Marshal.SizeOf(typeof(AgentSpec));
            Native.Check(Native.portolan_read_specs(handle, agents, Native.Size(agents), specs));
            return specs;
        }
        /// Where each stands in the end; NaN where it has no place yet.
        public Vec2[] AgentPlaces(ulong[] agents) { return OfEach<Vec2>(agents, (count, to) => Native.portolan_read_agent_places(handle, agents, count, to)); }
        /// Where agents that have an order shall stand at its goal, until the order has other places.
        public void SetAgentPlaces(ulong[] agents, Vec2[] xy)
        {
            AsLong(agents, Native.Given(xy, "xy"));
            Native.Check(Native.portolan_set_agent_places(handle, agents, Native.Size(agents), xy));
        }
        /// Why an agent stands. To be asked of one of them, not of all in each tick.
        public Why Why(ulong agent)
        {
            Why answer;
            Native.Check(Native.portolan_why(handle, agent, out answer));
            return answer;
        }
        public int[] Layers(ulong[] agents) { return OfEach<int>(agents, (count, to) => Native.portolan_read_layers(handle, agents, count, to)); }
        /// The order of each; 0: none.
        public ulong[] Orders(ulong[] agents) { return OfEach<ulong>(agents, (count, to) => Native.portolan_read_orders(handle, agents, count, to)); }
        public bool AgentAlive(ulong agent) { return Native.portolan_agent_alive(handle, agent) != 0; }
        public ulong Count(AgentState state) { return Native.portolan_count_agents(handle, (int)state); }
        public ulong Hash() { return Native.portolan_hash(handle); }

        public ulong Give(OrderSpec spec, ulong[] agents)
        {
            var places = GCHandle.Alloc(spec.Places, GCHandleType.Pinned);
            try
            {
                var given = new Native.OrderSpec { profile = spec.Profile, target = spec.Target, arrivalRadius = spec.ArrivalRadius };
                given.structSize = (uint)Marshal.SizeOf(typeof(Native.OrderSpec));
                given.places = places.AddrOfPinnedObject();
                given.placeCount = Native.Size(spec.Places);
                given.kind = (byte)spec.Kind;
                given.quality = (byte)spec.Quality;
                given.headings = (byte)spec.Headings;
                given.avoidance = (byte)spec.Avoidance;
                given.once = (byte)(spec.Once ? 1 : 0);
                given.leaveOnArrival = (byte)(spec.LeaveOnArrival ? 1 : 0);
                given.formation = (byte)spec.Formation;
                given.keepsRank = (byte)(spec.KeepsRank ? 1 : 0);
                given.fullSpeedCost = spec.FullSpeedCost;
                given.facing = spec.Facing;
                given.headway = spec.Headway;
                given.reach = spec.Reach;
                ulong order;
                Native.Check(Native.portolan_give(handle, ref given, agents, Native.Size(agents), out order));
                return order;
            }
            finally { places.Free(); }
        }
        public void SetPlaces(ulong order, params Cell[] places) { Native.Check(Native.portolan_set_places(handle, order, places, Native.Size(places))); }
        /// How strongly a force steers the agents of an order, from 0, which switches it off, to 100.
        public void SetSteering(ulong order, Force force, float weight)
        {
            Native.Check(Native.portolan_set_steering(handle, order, ref force, ref weight, (UIntPtr)1));
        }
        /// Whom the agents of an order go behind while they see it walk; 0: nobody.
        public void SetLeader(ulong order, ulong leader) { Native.Check(Native.portolan_set_leader(handle, order, leader)); }
        /// The point that Seek, Flee and Arrive are about; null: none.
        public void SetSteeringTarget(ulong order, Vec2? xy, int layer = 0)
        {
            Native.Check(Native.portolan_set_steering_target(handle, order, xy.HasValue ? new[] { xy.Value } : null, layer));
        }
        public void Join(ulong order, ulong[] agents) { Native.Check(Native.portolan_join(handle, order, agents, Native.Size(agents))); }
        public void Stop(ulong[] agents) { Native.Check(Native.portolan_stop(handle, agents, Native.Size(agents))); }
        public void RemoveOrder(ulong order) { Native.Check(Native.portolan_remove_order(handle, order)); }
        /// No work is spent on a paused order; its agents go on along the field that there is.
        public void Pause(ulong order, bool paused) { Native.Check(Native.portolan_pause(handle, order, paused ? 1 : 0)); }
        public bool Alive(ulong order) { return Native.portolan_order_alive(handle, order) != 0; }

        /// Edits take effect, orders are worked on for about so many units, and everybody walks for so long:
        /// as long as the frame took, if the game likes.
        public void Tick(float seconds, ulong units = 200) { Native.Check(Native.portolan_tick(handle, seconds, units)); }
        public void Finish() { Native.Check(Native.portolan_finish(handle)); }
        /// Of the last tick.
        public Event[] Events()
        {
            return Native.ReadAll((Event[] to, UIntPtr room, out UIntPtr count) =>
                Native.portolan_read_events(handle, to, room, out count));
        }

        /// Arrays of a cell each, row by row; either may be null.
        public void Field(ulong order, Rect rect, ulong[] distances, byte[] directions)
        {
            foreach (var array in new Array[] { distances, directions })
                if (array != null && array.Length != rect.Cells) throw new ArgumentException("arrays have a place per cell");
            Native.Check(Native.portolan_read_field(handle, order, rect, distances, directions, (UIntPtr)(ulong)rect.Cells));
        }
        public Vec2[] HeadingsAt(ulong order, Vec2[] xy, int layer = 0)
        {
            var headings = Native.Room<Vec2>(xy, "xy");
            Native.Check(Native.portolan_read_headings(handle, order, xy, layer, Native.Size(xy), headings));
            return headings;
        }
        /// The sectors of its field.
        public Rect[] Corridor(ulong order)
        {
            return Native.ReadAll((Rect[] to, UIntPtr room, out UIntPtr count) =>
                Native.portolan_read_corridor(handle, order, to, room, out count));
        }

        public byte[] Save()
        {
            using (var bytes = Native.Made(Native.portolan_save(handle)))
            {
                var saved = new byte[(int)Native.portolan_bytes_size(bytes)];
                Marshal.Copy(Native.portolan_bytes_data(bytes), saved, 0, saved.Length);
                return saved;
            }
        }
        public void Restore(byte[] saved) { Native.Check(Native.portolan_restore(handle, saved, Native.Size(saved))); }
        /// Notes this moment, to go back to: takes much less than Save.
        public ulong Keep()
        {
            ulong moment;
            Native.Check(Native.portolan_keep(handle, out moment));
            return moment;
        }
        public void GoBack(ulong moment) { Native.Check(Native.portolan_go_back(handle, moment)); }
        public void ForgetBefore(ulong moment) { Native.Check(Native.portolan_forget_before(handle, moment)); }
        public static Navigator Load(byte[] saved) { return new Navigator(Native.Made(Native.portolan_load(saved, Native.Size(saved), IntPtr.Zero))); }
    }
}
