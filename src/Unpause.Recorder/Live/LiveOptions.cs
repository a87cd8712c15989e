using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Live;

/// <summary>What <see cref="LiveRecorder"/> records.</summary>
/// <param name="ProcessId">Process id in this pid namespace.</param>
/// <param name="Duration">How long; null until cancelled.</param>
/// <param name="Folder">Where to keep the recording; null: a temporary folder.</param>
public sealed record LiveOptions(int ProcessId, TimeSpan? Duration = null, string? Folder = null)
{
    /// <summary>How much of the time before the recording is read from the runtime's own log, if it writes one.</summary>
    public TimeSpan Before { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>JVM: also record the durations of GC phases.</summary>
    public bool Phases { get; init; } = true;

    /// <summary>JVM: a flight recording instead of the log.</summary>
    public bool Flight { get; init; }

    /// <summary>JVM, flight recordings: at the end find what retains old objects, which pauses the JVM once.</summary>
    public bool Retainers { get; init; }

    /// <summary>.NET: also record allocation sites.</summary>
    public bool Allocations { get; init; }

    /// <summary>
    /// .NET: also follow sampled objects until they die: the collector then lists survivors of each collection, at a cost.
    /// </summary>
    public bool Gen2Deaths { get; init; }

    /// <summary>.NET: also record the requests that the process serves and sends.</summary>
    public bool Requests { get; init; } = true;

    /// <summary>.NET: keep at least this much of the most recent time and discard the rest; null keeps everything.</summary>
    public TimeSpan? Ring { get; init; }

    /// <summary>.NET: end some seconds after this condition is met; null: no condition.</summary>
    public LiveCondition? When { get; init; }

    /// <summary>.NET: size in bytes at which a recording ends, so that it does not fill the disk.</summary>
    internal long MostBytes { get; init; } = 2L << 30;

    /// <summary>Go: also record mark assists with kernel probes, each at a cost.</summary>
    public bool Assists { get; init; }

    /// <summary>Go: maximum hits of assist probes per second and CPU; beyond, the probes are removed.</summary>
    internal long AssistHits { get; init; } = AssistBudget.UsualPerSecond;

    /// <summary>Go: record stop-the-world pauses with kernel probes.</summary>
    internal bool Probes { get; init; } = true;

    /// <summary>Looks at the recording together with others; null: a thread of its own does.</summary>
    internal SharedLooks? Looks { get; init; }

    /// <summary>Whether all files are written to <see cref="Folder"/> while they are recorded, for a reader that follows them.</summary>
    internal bool Growing { get; init; }

    /// <summary>Asked at the end: whether nobody wants the recording, so that nothing is asked of the process.</summary>
    internal Func<bool>? Dropped { get; init; }

    /// <summary>Whether CPU stacks are sampled with perf too.</summary>
    public bool Perf { get; init; }

    /// <summary>Whether the user has allowed what the process is to be asked for first (<see cref="LiveProcess.AsksFirst"/>).</summary>
    public bool Allowed { get; init; }

    /// <summary>Whether the process's arguments are shown without redacting possible secrets.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>Called once when recording has started, with a description of what is recorded.</summary>
    public Action<string>? Started { get; init; }
}

/// <summary>What ends a recording: a pause or a request longer than a limit.</summary>
/// <param name="OfRequest">Whether the limit is for requests; otherwise for pauses.</param>
public sealed record LiveCondition(bool OfRequest, long LimitNanoseconds)
{
    /// <summary>Parses <c>pause&gt;200ms</c> or <c>request&gt;1s</c>; null for other text.</summary>
    public static LiveCondition? Parse(string text)
    {
        var parts = text.Split('>', 2, StringSplitOptions.TrimEntries);
        if (parts.Length != 2 || parts[0] is not ("pause" or "request")) return null;
        return Quantities.TryParseDuration(parts[1], out var limit) && limit is > 0 and < 9e18
            ? new LiveCondition(parts[0] == "request", (long)limit)
            : null;
    }

    /// <summary>The condition in words.</summary>
    public override string ToString() => $"a {(OfRequest ? "request" : "pause")} is longer than {Quantities.Duration(LimitNanoseconds)}";
}
