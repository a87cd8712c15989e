namespace Unpause.Reports;

/// <summary>Numbers of the document as text cells; unknown is a dash.</summary>
internal static class Cell
{
    /// <summary>The text of an unknown number.</summary>
    public const string Unknown = "–";

    /// <summary>A duration.</summary>
    public static string Duration(Milliseconds? time) =>
        time is { } known ? (known.IsAtLeast ? "at least " : "") + Quantities.Duration(known.Nanoseconds) : Unknown;

    /// <summary>A time since the start of the recording; unknown where <see cref="IsRecorded"/> is not true.</summary>
    public static string Moment(Milliseconds? start, SourceDocument source) => Duration(IsRecorded(start, source) ? start : null);

    /// <summary>Whether a time is within the recording; a damaged timestamp is not.</summary>
    public static bool IsRecorded(Milliseconds? start, SourceDocument source) =>
        start is { Nanoseconds: >= 0 } at && !(at.Nanoseconds > source.DurationMs?.Nanoseconds);

    /// <summary>
    /// A pause, or a sum of pauses. One that is 0 at the resolution of its source is shown as less than that resolution.
    /// </summary>
    /// <param name="source">The source with its resolution.</param>
    /// <param name="pauses">How many pauses are summed; 0 pauses take no time.</param>
    public static string Pause(Milliseconds? time, SourceDocument source, long pauses = 1) =>
        time is { Nanoseconds: 0 } && pauses > 0 && source.PauseResolutionMs is { Nanoseconds: > 0 and var step }
            ? $"< {Quantities.Duration((double)step * pauses)}"
            : Duration(time);

    /// <summary>A size of the heap. One that is 0 at the resolution of its source is shown as less than that resolution.</summary>
    public static string Heap(long? bytes, SourceDocument source) =>
        bytes is 0 && source.HeapResolutionBytes is > 0 and var step ? $"< {Quantities.Bytes(step)}" : Bytes(bytes);

    /// <summary>A size.</summary>
    public static string Bytes(long? bytes) => bytes is { } known ? Quantities.Bytes(known) : Unknown;

    /// <summary>A count.</summary>
    public static string Count(long? count) => count is { } known ? Quantities.Count(known) : Unknown;

    /// <summary>A share.</summary>
    public static string Percent(double? percent) => percent is { } known ? Quantities.Percent(known) : Unknown;
}
