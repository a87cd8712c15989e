using Unpause.Analysis.Minutes;

namespace Unpause.Reports.Documents;

/// <summary>
/// The minute of a recording with the most paused time, and what was different in it. Minutes are those of the wall clock.
/// </summary>
public sealed record WorstMinuteDocument
{
    /// <summary>Its start since the start of the recording.</summary>
    public required Milliseconds StartMs { get; init; }

    /// <summary>The recorded part of it: a minute, or less at the ends of the recording.</summary>
    public required Milliseconds LengthMs { get; init; }

    /// <summary>The paused time in it.</summary>
    public required Milliseconds PausedMs { get; init; }

    /// <summary>The number of other minutes with a pause.</summary>
    public required int OtherMinutes { get; init; }

    /// <summary>The median paused time of these; 0 without any.</summary>
    public required Milliseconds UsualPausedMs { get; init; }

    /// <summary>The longest pause that was at least partly in it.</summary>
    public required Milliseconds LongestMs { get; init; }

    /// <summary>The number of collections that started in it.</summary>
    public required long Collections { get; init; }

    /// <summary>The requests that started in it; null without requests, and in documents of older versions.</summary>
    public MinuteRequestsDocument? Requests { get; init; }

    /// <summary>What was different in it, as sentences; empty when nothing recorded was.</summary>
    public required IReadOnlyList<string> Why { get; init; }

    /// <summary>The numbers behind them.</summary>
    public required IReadOnlyList<MinuteDifferenceDocument> Differences { get; init; }

    /// <summary>The paused time of the whole recording by intervals.</summary>
    public required MinuteStripDocument Strip { get; init; }
}

/// <summary>The requests of a minute.</summary>
public sealed record MinuteRequestsDocument
{
    /// <summary>How many started in it.</summary>
    public required long Count { get; init; }

    /// <summary>Slow requests among them.</summary>
    public required long Slow { get; init; }

    /// <summary>Slow requests that started in an average other minute.</summary>
    public required double UsualSlow { get; init; }
}

/// <summary>A number that was at least 1.5 times as large as in other minutes.</summary>
public sealed record MinuteDifferenceDocument
{
    /// <summary>What it is a number of.</summary>
    [Words(nameof(Vocabulary.MinuteFacts))]
    public required string What { get; init; }

    /// <summary>Of collections with a cause: the cause in the runtime's own terms; otherwise null.</summary>
    public required string? Cause { get; init; }

    /// <summary>The value in this minute: milliseconds, bytes or a number of collections.</summary>
    public required double Value { get; init; }

    /// <summary>The median of the other minutes with a pause; of a cause, the mean of all other minutes.</summary>
    public required double Usual { get; init; }

    /// <summary>The word for a fact.</summary>
    internal static string Word(MinuteFact fact) => fact switch
    {
        MinuteFact.LongestPause => "longest_pause_ms",
        MinuteFact.Collections => "collections",
        MinuteFact.Allocated => "allocated_bytes",
        MinuteFact.Promoted => "promoted_bytes",
        MinuteFact.ConcurrentCycles => "concurrent_ms",
        MinuteFact.HeapAfter => "heap_after_bytes",
        _ => "cause",
    };
}

/// <summary>The paused time of a recording in equal intervals of whole minutes, at most 120.</summary>
public sealed record MinuteStripDocument
{
    /// <summary>
    /// The start of the first interval since the start of the recording: negative, unless that is a whole minute of the clock.
    /// </summary>
    [Signed]
    public required Milliseconds FromMs { get; init; }

    /// <summary>The length of an interval in minutes.</summary>
    public required int Minutes { get; init; }

    /// <summary>The paused time of each interval.</summary>
    public required IReadOnlyList<Milliseconds> PausedMs { get; init; }
}
