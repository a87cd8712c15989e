using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Numbers of the document as people read them; unknown is a dash.</summary>
internal static class Cell
{
    /// <summary>What stands for an unknown number.</summary>
    public const string Unknown = "–";

    /// <summary>A duration.</summary>
    public static string Duration(Milliseconds? time) =>
        time is { } known ? (known.IsAtLeast ? "at least " : "") + Quantities.Duration(known.Nanoseconds) : Unknown;

    /// <summary>
    /// A pause, or the sum of some: one that its source cannot tell from 0 is less than the step in which it writes them.
    /// </summary>
    /// <param name="time">As it was read.</param>
    /// <param name="source">Tells the step.</param>
    /// <param name="pauses">How many are summed; none take no time.</param>
    public static string Pause(Milliseconds? time, SourceDocument source, long pauses = 1) =>
        time is { Nanoseconds: 0 } && pauses > 0 && source.PauseResolutionMs is { Nanoseconds: > 0 and var step }
            ? $"< {Quantities.Duration((double)step * pauses)}"
            : Duration(time);

    /// <summary>A size of the heap: one that its source cannot tell from 0 is less than the step in which it writes them.</summary>
    public static string Heap(long? bytes, SourceDocument source) =>
        bytes is 0 && source.HeapResolutionBytes is > 0 and var step ? $"< {Quantities.Bytes(step)}" : Bytes(bytes);

    /// <summary>A size.</summary>
    public static string Bytes(long? bytes) => bytes is { } known ? Quantities.Bytes(known) : Unknown;

    /// <summary>A count.</summary>
    public static string Count(long? count) => count is { } known ? Quantities.Count(known) : Unknown;

    /// <summary>A share.</summary>
    public static string Percent(double? percent) => percent is { } known ? Quantities.Percent(known) : Unknown;
}
