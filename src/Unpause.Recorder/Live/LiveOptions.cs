using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Live;

/// <summary>What <see cref="LiveRecorder"/> records of which process.</summary>
/// <param name="ProcessId">The process as we see it.</param>
/// <param name="Duration">How long; null until the token says so.</param>
/// <param name="Folder">Where to keep the recording; null: a temporary folder.</param>
public sealed record LiveOptions(int ProcessId, TimeSpan? Duration = null, string? Folder = null)
{
    /// <summary>How much of what the runtime's own log, where it writes one, says of the time before is read too.</summary>
    public TimeSpan Before { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>JVM: also what each part of a collection took.</summary>
    public bool Phases { get; init; } = true;

    /// <summary>JVM: a flight recording instead of the log.</summary>
    public bool Flight { get; init; }

    /// <summary>JVM, flight recordings: at the end look for who holds old objects, which stops the JVM once.</summary>
    public bool Holders { get; init; }

    /// <summary>.NET: also record what is allocated where.</summary>
    public bool Allocations { get; init; }

    /// <summary>.NET: also follow sampled objects to their deaths: the collector lists what survives each collection, at a cost.</summary>
    public bool Gen2Deaths { get; init; }

    /// <summary>.NET: also record the requests that it serves and makes.</summary>
    public bool Requests { get; init; } = true;

    /// <summary>.NET: keep at least this much of the end and forget what was before; null keeps everything.</summary>
    public TimeSpan? Ring { get; init; }

    /// <summary>.NET: end some seconds after this was seen; null: don't look.</summary>
    public LiveCondition? When { get; init; }

    /// <summary>.NET: when a recording has so many bytes it ends, before our disk does.</summary>
    internal long MostBytes { get; init; } = 2L << 30;

    /// <summary>Go: also see mark assists by kernel probes, at a cost for each.</summary>
    public bool Assists { get; init; }

    /// <summary>Go: how often a second the probes of assists may be hit on a processor before they are taken away.</summary>
    internal long AssistHits { get; init; } = AssistBudget.UsualPerSecond;

    /// <summary>Go: see stops by kernel probes.</summary>
    internal bool Probes { get; init; } = true;

    /// <summary>Whether the stacks of what runs on the processors are sampled with perf too.</summary>
    public bool Perf { get; init; }

    /// <summary>Whether what is or may be a secret is shown in the process's arguments.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>Called once when recording is on, with one sentence about what is recorded.</summary>
    public Action<string>? Started { get; init; }
}
