// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Portolan
{
    [StructLayout(LayoutKind.Sequential)]
    public struct Cell
    {
        public int X, Y, Layer;
        public Cell(int x, int y, int layer = 0) { X = x; Y = y; Layer = layer; }
    }

    /// Of cells.
    [StructLayout(LayoutKind.Sequential)]
    public struct Rect
    {
        public int X, Y, Width, Height, Layer;
        public Rect(int x, int y, int width, int height, int layer = 0)
        {
            X = x; Y = y; Width = width; Height = height; Layer = layer;
        }
        public int Cells { get { return Width * Height; } }
    }

    /// The ends of a run of cells, and the cell beyond the border from the first.
    [StructLayout(LayoutKind.Sequential)]
    public struct Portal
    {
        public Cell First, Last, Other;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PathInfo
    {
        public ulong Cost;     // units: 24 are a straight step on cost 1
        public double Length;  // of the straight path, in cells
        public uint Outcome;
        public uint Cells;
        public uint Points;
        public Cell End;
    }

    /// A position or a displacement, in cells. The centre of cell (3, 0) is (3.5, 0.5).
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec2
    {
        public float X, Y;
        public Vec2(float x, float y) { X = x; Y = y; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public ulong Order;
        public ulong Agent;
        public Cell Nearest;
        public EventKind Kind;
    }

    /// Why an agent stands.
    [StructLayout(LayoutKind.Sequential)]
    public struct Why
    {
        public ulong Agent;  // whom the reason is about; 0: nobody
        public Cell At;      // the cell that it is about; -1, -1, -1: none
        public StopReason Reason;
    }

    public enum StopReason : uint
    {
        None, NotStarted, StartCovered, WaitsForPath, WaitsForLand, WalledOff, PassageClosed, GapTooNarrow, StepClosed, LetsPass, Yields,
        Queues, GoalFull, Blocked, SlowGround, KeepsRank, SetsOut, Steered, Arrived, NoOrder, Holds, Unknown = 255
    }
    public enum EventKind : uint { PathFound, StandsIn, Lost, PlaceDone, TargetGone }
    public enum Outcome : uint { Complete, Partial, Unreachable, Pending, BudgetSpent, OutOfBounds }
    public enum Quality : byte { Path, Widened, Bounded, Exact }
    public enum AgentState : byte { Waiting, Moving, Stuck, Arrived, Gone, Removed }
    public enum OrderKind : byte { Go, Follow, Flee, Patrol }
    public enum Headings : byte { Steps, AnyAngle }
    public enum Avoidance : byte { Separation, Reciprocal, None }
    /// What steers the agents of an order; at first Follow, Separation and Leader are 1, others 0.
    public enum Force : uint { Follow, Separation, Alignment, Cohesion, Pursue, Evade, Wander, Walls, Leader, Seek, Flee, Arrive }
    public enum Formation : byte { AsItStands, Block, Line, Column, Wedge }

    /// What agents are like; zeros are the library's own defaults.
    [StructLayout(LayoutKind.Sequential)]
    public struct AgentSpec
    {
        internal uint structSize;
        public int Layer;
        public float Radius, MaxSpeed, Mass;
        public byte Team, Holds;
        public byte Priority;  // of two who meet, and avoid each other reciprocally, the one with less makes room alone; 254 at most
        private byte reserved;
        public float Acceleration;  // and braking, in cells per second, and second; 0: as people do
        public float TurnRate;      // in radians per second; 0: turns at once
        public Vec2 Facing;         // where its body faces at first, of any length; zero: where it goes first
    }

    /// What agents are told; zeros are the library's own defaults.
    public struct OrderSpec
    {
        public uint Profile;
        public Cell[] Places;
        public ulong Target;
        public OrderKind Kind;
        public Quality Quality;
        public Headings Headings;
        public Avoidance Avoidance;
        public bool Once, LeaveOnArrival, KeepsRank;
        public float ArrivalRadius;
        public Formation Formation;
        public byte FullSpeedCost;  // costlier ground is walked as much slower as it is costlier; 0: at full speed
        public Vec2 Facing;         // of the formation at the goal, of any length; zero: as it comes
        public float Headway;       // seconds that each keeps behind the one in front of it, as people do
        public int Reach;           // a patrol has been at a place when half of it came so near, in cells; 0: 3
    }

    /// What portolan_error() says.
    public class PortolanException : Exception
    {
        public readonly int Status;
        internal PortolanException(int status, string text) : base(text) { Status = status; }
    }
}
