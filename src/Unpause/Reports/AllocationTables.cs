using Unpause.Analysis.Allocations;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>What the terminal and Markdown say of allocations, as text, so that the two cannot disagree.</summary>
internal static class AllocationTables
{
    private const int MostTypes = 8;
    private const int LongestType = 60;

    /// <summary>All of it in one line.</summary>
    public static string Line(AllocationSummary summary, Recording recording)
    {
        var died = recording.LargeObjectDeaths is { } deaths ? $"; {Quantities.Bytes(deaths.DiedBytes)} of {Quantities.Bytes(deaths.AllocatedBytes)} of large objects had died by the last collection ({PlainText.Clean(deaths.Basis)})" : "";
        var large = summary.LargeBytes > 0 ? $", {Share(summary.LargeBytes, summary)} of it large objects" : "";
        var pinned = summary.PinnedBytes > 0 ? $", {Share(summary.PinnedBytes, summary)} pinned" : "";
        return $"{Quantities.Bytes(summary.Bytes)} by {PlainText.Clean(recording.Allocations!.Basis)}{large}{pinned}{died}";
    }

    /// <summary>The types, the most bytes first.</summary>
    public static TextTable Types(AllocationSummary summary) => new(
        ["allocated type", "bytes", "share", "large objects", "samples"],
        [.. summary.ByType.Where(type => Matters(type.Bytes, summary)).Take(MostTypes).Select(type => (string[])
        [
            TypeName(type.Type),
            Quantities.Bytes(type.Bytes),
            Share(type.Bytes, summary),
            type.LargeBytes > 0 ? Quantities.Bytes(type.LargeBytes) : "–",
            Quantities.Count(type.Samples),
        ])]);

    /// <summary>Bytes, share and type of a place.</summary>
    public static string Place(AllocationSite site, AllocationSummary summary) =>
        $"{Quantities.Bytes(site.Bytes)}, {Share(site.Bytes, summary)}, {TypeName(site.Type)}{(site.Heap == AllocationHeap.Pinned ? " (pinned)" : "")}";

    /// <summary>Whether a part is worth a row: at least a thousandth of all.</summary>
    public static bool Matters(long bytes, AllocationSummary summary) => bytes >= summary.Bytes / 1000;

    private static string Share(long bytes, AllocationSummary summary) => summary.Bytes > 0 ? Quantities.Percent(100.0 * bytes / summary.Bytes) : "–";

    private static string TypeName(string? type) =>
        type is null ? "unknown type" : PlainText.Clean(type.Length <= LongestType ? type : type[..(LongestType - 1)] + "…");
}
