namespace Unpause.Recordings.Heap;

/// <summary>The kind of a GC root; an object with several has the first in this order.</summary>
internal enum HeapRootKind
{
    Static,

    /// <summary>A static field that each thread has for itself.</summary>
    ThreadStatic,

    /// <summary>A handle that native code or the runtime keeps.</summary>
    Handle,

    /// <summary>A handle that also pins.</summary>
    PinnedHandle,

    /// <summary>A variable of a method that runs.</summary>
    Stack,

    /// <summary>Nothing but the wait for its finalizer.</summary>
    Finalizer,

    /// <summary>Something else of the runtime's.</summary>
    Other,
}
