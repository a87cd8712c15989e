using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>A request that is under way while a trace is read. Times in nanoseconds of the trace.</summary>
internal sealed class OpenRequest
{
    /// <summary>The goroutine that it is: a place in <see cref="GoroutineTable"/>.</summary>
    public int Main { get; set; }

    /// <summary>Others that work for it, each as often as it began to.</summary>
    public List<int> Others { get; } = [];

    /// <summary>What it is taken from.</summary>
    public RequestSourceKind Kind { get; set; }

    /// <summary>The program's number of the task; 0 for none.</summary>
    public ulong Task { get; set; }

    /// <summary>Its name, as an index into the names; -1 for none.</summary>
    public int Name { get; set; }

    public long Start { get; set; }

    /// <summary>Up to when its time is accounted for.</summary>
    public long CountedUntil { get; set; }

    /// <summary>How long the world had been stopped by then, since the trace's start.</summary>
    public long Stopped { get; set; }

    /// <summary>When the latest part of an answer had been written; 0 for never.</summary>
    public long AnsweredAt { get; set; }

    /// <summary>Whether its goroutine is just writing a part of the answer.</summary>
    public bool Answers { get; set; }

    /// <summary>Whether its handler has returned, and net/http has written what was left.</summary>
    public bool Finished { get; set; }

    /// <summary>What its time went into, a number for each <see cref="RequestTime"/>.</summary>
    public long[] Times { get; } = new long[RequestTimes.Kinds];

    /// <summary>The same at <see cref="AnsweredAt"/>.</summary>
    public RequestTimes TimesAtAnswer { get; set; }
}

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
