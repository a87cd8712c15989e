using Unpause.Readers;

namespace Unpause.Recorder.Live;

/// <summary>What a live recording left, to be read and then disposed of.</summary>
public sealed class LiveResult : IDisposable
{
    private readonly IDisposable?[] _used;

    internal LiveResult(params IDisposable?[] used) => _used = used;

    /// <summary>
    /// The recording, and after it what the runtime's own log says of the time before, all of one process; empty when nothing was written.
    /// </summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>Why it ended.</summary>
    public required LiveEnd End { get; init; }

    /// <summary>What was seen that ended it; null when it ended otherwise.</summary>
    public string? Seen { get; init; }

    /// <summary>How long was recorded.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>When it ended, where what was before may be joined to it; else null.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>What the process tells of itself, for what a recording that began in its middle doesn't say.</summary>
    public required LiveProcess Process { get; init; }

    /// <summary>Settings in force, by the runtime's own names, where it was asked.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>What is missing from the recording and why, or was left behind, one sentence each.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>Removes the temporary files.</summary>
    public void Dispose()
    {
        foreach (var used in _used) used?.Dispose();
    }
}
