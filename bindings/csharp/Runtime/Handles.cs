// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Portolan
{
    /// What is the library's: to use it after Dispose throws, and it is not destroyed while a call goes on.
    internal abstract class Handle : SafeHandle
    {
        protected Handle() : base(IntPtr.Zero, true) { }
        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
    }

    internal sealed class WorldHandle : Handle
    {
        private NavigatorHandle owner;  // null: the world is on its own

        /// The world of a navigator, which lives as long.
        internal static WorldHandle Of(NavigatorHandle navigator)
        {
            bool added = false;
            navigator.DangerousAddRef(ref added);
            var world = new WorldHandle { owner = navigator };
            world.SetHandle(Native.portolan_navigator_world(navigator));
            return world;
        }
        protected override bool ReleaseHandle()
        {
            if (owner != null) owner.DangerousRelease();
            else Native.portolan_world_destroy(handle);
            return true;
        }
    }

    internal sealed class FinderHandle : Handle
    {
        protected override bool ReleaseHandle()
        {
            Native.portolan_path_finder_destroy(handle);
            return true;
        }
    }

    internal sealed class BytesHandle : Handle
    {
        protected override bool ReleaseHandle()
        {
            Native.portolan_bytes_destroy(handle);
            return true;
        }
    }

    internal sealed class NavigatorHandle : Handle
    {
        protected override bool ReleaseHandle()
        {
            Native.portolan_navigator_destroy(handle);
            return true;
        }
    }
}
