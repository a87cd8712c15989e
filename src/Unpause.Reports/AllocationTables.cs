namespace Unpause.Reports;

/// <summary>Allocations as text cells, shared by the terminal and Markdown.</summary>
internal static class AllocationTables
{
    private const int MostTypes = 8;
    private const int LongestType = 60;

    /// <summary>All allocations in one line.</summary>
    public static string Line(AllocationsDocument summary)
    {
        var died = summary.LargeObjectDeaths is { } deaths
            ? $"; {Quantities.Bytes(deaths.DiedBytes)} of {Quantities.Bytes(deaths.AllocatedBytes)} of large objects "
                + $"were dead by the last collection ({PlainText.Clean(deaths.Basis)})"
            : "";
        var large = summary.LargeBytes > 0 ? $", {Share(summary.LargeBytes, summary)} of it large objects" : "";
        var pinned = summary.PinnedBytes > 0 ? $", {Share(summary.PinnedBytes, summary)} pinned" : "";
        return $"{Quantities.Bytes(summary.Bytes)} by {PlainText.Clean(summary.Basis ?? "samples")}{large}{pinned}{died}";
    }

    /// <summary>Deaths in gen2, in one line.</summary>
    public static string Line(Gen2DeathsDocument deaths)
    {
        if (deaths.Gen2Collections == 0) return "unknown: no gen2 collection ended during the recording; record longer";
        var lost = deaths.UnknownBytes > 0 ? $"; {Quantities.Bytes(deaths.UnknownBytes)} could not be followed" : "";
        return $"{Quantities.Bytes(deaths.DiedBytes)} of {Quantities.Bytes(deaths.TrackedBytes)} allocated, "
            + $"in {Quantities.Count(deaths.Gen2Collections)} gen2 collections; {Quantities.Bytes(deaths.PromotedBytes)} of small objects "
            + $"reached gen2 ({PlainText.Clean(deaths.Basis)}{lost})";
    }

    /// <summary>Bytes, share and type of a call site whose objects died in gen2.</summary>
    public static string Place(AllocationSiteDocument site, Gen2DeathsDocument deaths) =>
        $"{Quantities.Bytes(site.Bytes)}, {(deaths.DiedBytes > 0 ? Quantities.Percent(100.0 * site.Bytes / deaths.DiedBytes) : "–")},"
        + $" {TypeName(site.Type)}{Mark(site)}";

    /// <summary>The types, the most bytes first.</summary>
    public static TextTable Types(AllocationsDocument summary) => new(
        ["allocated type", "bytes", "share", "large objects", "samples"],
        [.. summary.ByType.Where(type => HasTypes(summary) && type.Bytes >= Least(summary)).Take(MostTypes).Select(type => (string[])
        [
            TypeName(type.Type),
            Quantities.Bytes(type.Bytes),
            Share(type.Bytes, summary),
            type.LargeBytes > 0 ? Quantities.Bytes(type.LargeBytes) : "–",
            Quantities.Count(type.Samples),
        ])]);

    /// <summary>Bytes, share and type of a call site.</summary>
    public static string Place(AllocationSiteDocument site, AllocationsDocument summary) =>
        $"{Quantities.Bytes(site.Bytes)}, {Share(site.Bytes, summary)}"
        + (HasTypes(summary) ? $", {TypeName(site.Type)}{(site.Pinned ? " (pinned)" : "")}" : "");

    /// <summary>The least bytes that get a row: a thousandth of all.</summary>
    public static long Least(AllocationsDocument summary) => summary.Bytes / 1000;

    /// <summary>The least bytes that get a row: a thousandth of all.</summary>
    public static long Least(Gen2DeathsDocument deaths) => deaths.DiedBytes / 1000;

    /// <summary>Call sites that allocate large objects, the most bytes first.</summary>
    public static IReadOnlyList<AllocationSiteDocument> Large(AllocationsDocument summary) =>
        [.. summary.Sites.Where(site => site.Large).OrderByDescending(site => site.Bytes)];

    /// <summary>The other call sites, the most bytes first.</summary>
    public static IReadOnlyList<AllocationSiteDocument> Others(AllocationsDocument summary) =>
        [.. summary.Sites.Where(site => !site.Large).OrderByDescending(site => site.Bytes)];

    /// <summary>Whether any type is known: Go's profiles have none, only call sites.</summary>
    private static bool HasTypes(AllocationsDocument summary) => summary.ByType.Any(type => type.Type is not null);

    private static string Share(long bytes, AllocationsDocument summary) =>
        summary.Bytes > 0 ? Quantities.Percent(100.0 * bytes / summary.Bytes) : "–";

    private static string Mark(AllocationSiteDocument site) => site.Large ? " (large)" : site.Pinned ? " (pinned)" : "";

    private static string TypeName(string? type) =>
        type is null ? "unknown type" : PlainText.Clean(type.Length <= LongestType ? type : type[..(LongestType - 1)] + "…");
}
