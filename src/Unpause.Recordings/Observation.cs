namespace Unpause.Recordings;

/// <summary>What is known of a process from outside, for a recording that began in its middle and so lacks its header.</summary>
/// <param name="Version">The runtime's version; null when unknown.</param>
/// <param name="Collector">The collector; null when unknown.</param>
/// <param name="Command">The command line; null when unknown.</param>
/// <param name="HeapMaximumBytes">The most that the heap may take; null when unknown.</param>
/// <param name="DurationNanoseconds">How long was recorded; null when the recording covers more than that.</param>
public sealed record Observation(
    int ProcessId, string? Version, string? Collector, string? Command, long? HeapMaximumBytes, long? DurationNanoseconds)
{
    /// <summary>Settings in force, by the runtime's own names; empty when unknown.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>When recording ended, for a recording that also covers the time before it; null where its length is known.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>What the time before was taken from, as a name; null where it isn't in the recording.</summary>
    public string? Before { get; init; }

    /// <summary>The recording with its missing values filled in; its own values stay.</summary>
    public Recording Complete(Recording recording) => recording with
    {
        Source = recording.Source with
        {
            ProcessId = recording.Source.ProcessId ?? ProcessId,
            RuntimeVersion = recording.Source.RuntimeVersion ?? Version,
            Collector = recording.Source.Collector ?? Collector,
            Command = recording.Source.Command ?? Command,
            Settings = Settings.Count == 0
                ? recording.Source.Settings
                : SourceBuilder.SettingsOf([.. recording.Source.Settings, .. Settings.Take(Limits.Names)]),
        },
        HeapMaximumBytes = recording.HeapMaximumBytes ?? HeapMaximumBytes,
        // A log's last line is older than the end of recording when nothing happened between.
        DurationNanoseconds = LengthOf(recording) is { } length && length > recording.DurationNanoseconds
            ? length
            : recording.DurationNanoseconds,
        Coverage = Before is null ? recording.Coverage : recording.Coverage.With(WhatIsOfBefore(recording)),
    };

    private long? LengthOf(Recording recording) =>
        EndedAt is { } end && recording.Clock.StartedAt is { } start ? (end - start).Ticks * 100 : DurationNanoseconds;

    private string WhatIsOfBefore(Recording recording)
    {
        var length = LengthOf(recording) ?? recording.DurationNanoseconds;
        var what = DurationNanoseconds is { } ours && length > ours
            ? $"all but the last {Quantities.Duration(ours)}"
                : "the time before recording started";
            return $"{what} is from the program's own log ({Before}), which "
                + "may have fewer phases and stops than what was recorded afterwards";
    }
}
