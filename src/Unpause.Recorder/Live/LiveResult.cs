using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Live;

/// <summary>The result of a live recording, to be read and then disposed.</summary>
public sealed class LiveResult : IDisposable
{
    private readonly IDisposable?[] _used;

    internal LiveResult(params IDisposable?[] used) => _used = used;

    /// <summary>
    /// The recording, followed by earlier entries of the runtime's own log, all of one process; empty when nothing was written.
    /// </summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>Why it ended.</summary>
    public required LiveEnd End { get; init; }

    /// <summary>The pause or request that met the condition; null when the recording ended otherwise.</summary>
    public string? Seen { get; init; }

    /// <summary>Length of the recording.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>When it ended, if earlier log entries may be joined to it; otherwise null.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>The process's own description, for facts that a recording started later does not contain.</summary>
    public required LiveProcess Process { get; init; }

    /// <summary>Effective settings by the runtime's own names, if they were queried.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>What is missing and why, or what was left behind, one sentence each.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>Removes the temporary files.</summary>
    public void Dispose()
    {
        foreach (var used in _used) used?.Dispose();
    }
}
