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

    /// <summary>A size.</summary>
    public static string Bytes(long? bytes) => bytes is { } known ? Quantities.Bytes(known) : Unknown;

    /// <summary>A count.</summary>
    public static string Count(long? count) => count is { } known ? Quantities.Count(known) : Unknown;

    /// <summary>A share.</summary>
    public static string Percent(double? percent) => percent is { } known ? Quantities.Percent(known) : Unknown;
}
