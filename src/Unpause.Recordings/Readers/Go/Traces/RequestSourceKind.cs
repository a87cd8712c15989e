namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The source of a request in a trace.</summary>
internal enum RequestSourceKind
{
    /// <summary>A goroutine of net/http that serves a connection, one request after the other.</summary>
    Connection,

    /// <summary>A goroutine that serves one request.</summary>
    OwnGoroutine,

    /// <summary>A user task (runtime/trace.NewTask).</summary>
    Task,
}
