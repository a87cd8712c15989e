namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>What the frames of a stack show.</summary>
[Flags]
internal enum StackMarks : ushort
{
    None = 0,

    /// <summary>net/http serves a connection.</summary>
    Connection = 1,

    /// <summary>A handler runs.</summary>
    Handler = 2,

    /// <summary>net/http writes an answer to the connection (HTTP/1).</summary>
    Answer = 4,

    /// <summary>A goroutine for one request (HTTP/2).</summary>
    OwnGoroutine = 8,

    /// <summary>The application forces a collection: runtime.GC, which debug.FreeOSMemory calls, too.</summary>
    Forced = 16,

    /// <summary>The runtime's timer forces one, after two minutes without.</summary>
    Periodic = 32,

    /// <summary>The runtime's one goroutine for finalizers, which up to Go 1.24 runs cleanups, too.</summary>
    Finalizers = 64,

    /// <summary>One of the runtime's goroutines for cleanups alone (Go 1.25 and later).</summary>
    Cleanups = 128,

    /// <summary>Such a goroutine waits for something to come into its queue.</summary>
    Idle = 256,

    /// <summary>The stack was written, but what it is isn't in the trace: it is cut.</summary>
    Lost = 512,
}
