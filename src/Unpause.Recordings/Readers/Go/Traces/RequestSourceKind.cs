namespace Unpause.Readers.Go.Traces;

/// <summary>What tells a trace's reader of a request.</summary>
internal enum RequestSourceKind
{
    /// <summary>A goroutine of net/http that serves a connection, one request after the other.</summary>
    Connection,

    /// <summary>A goroutine that serves one request.</summary>
    OwnGoroutine,

    /// <summary>A task of the program (runtime/trace.NewTask).</summary>
    Task,
}
