namespace Unpause.Reports.Sites;

/// <summary>The heap in use and goroutines as text cells, shared by the terminal and Markdown.</summary>
internal static class SiteTables
{
    /// <summary>The least share of a site with a row.</summary>
    private const double LeastShare = 0.001;

    /// <summary>The heap in use, in one line; null where it was not recorded.</summary>
    public static string? Line(LiveHeapDocument? heap) =>
        heap is null ? null : $"{Quantities.Bytes(heap.Bytes)} by {PlainText.Clean(heap.Basis)}";

    /// <summary>The goroutines, in one line; null where they were not recorded.</summary>
    public static string? Line(GoroutinesDocument? goroutines) =>
        goroutines is null ? null : $"{Counts(goroutines)}{Span(goroutines)} by {PlainText.Clean(goroutines.Basis)}";

    /// <summary>The site with the most bytes in use, for the short report; null where there is none.</summary>
    public static string? Head(LiveHeapDocument? heap) =>
        heap?.Sites is [{ Stack.Count: > 0 } site, ..] ? $"{Text(site, heap)} in {Method(site.Stack)}" : null;

    /// <summary>Goroutines and their most frequent stack, for the short report; null where they were not recorded.</summary>
    public static string? Head(GoroutinesDocument? goroutines)
    {
        if (goroutines is null) return null;
        var most = goroutines.Sites is [{ Stack.Count: > 0 } site, ..]
            ? $", {Quantities.Count(site.Count)} of them in {Method(site.Stack)}"
            : "";
        return $"{Counts(goroutines)}{Span(goroutines)}{most}";
    }

    /// <summary>Sites of the heap in use, the most bytes first.</summary>
    public static IEnumerable<SiteRow> Rows(LiveHeapDocument heap) => heap.Sites
        .Where(site => site.Stack.Count > 0 && site.Bytes >= heap.Bytes * LeastShare)
        .Select(site => new SiteRow(Text(site, heap), site.Stack));

    /// <summary>Stacks of goroutines, the most goroutines first.</summary>
    public static IEnumerable<SiteRow> Rows(GoroutinesDocument goroutines) => goroutines.Sites
        .Where(site => site.Stack.Count > 0 && site.Count > 0 && site.Count >= goroutines.Count * LeastShare)
        .Select(site => new SiteRow(Text(site, goroutines), site.Stack));

    private static string Text(LiveSiteDocument site, LiveHeapDocument heap) =>
        $"{Quantities.Bytes(site.Bytes)}, {Quantities.Percent(100.0 * site.Bytes / heap.Bytes)}";

    private static string Text(GoroutineSiteDocument site, GoroutinesDocument goroutines)
    {
        var share = Quantities.Percent(100.0 * site.Count / goroutines.Count);
        return site.Counts.Count > 1
            ? $"{string.Join(" → ", site.Counts.Select(Quantities.Count))}, {share}"
            : $"{Quantities.Count(site.Count)}, {share}";
    }

    private static string Counts(GoroutinesDocument goroutines)
    {
        const int MostMoments = 5;
        var moments = goroutines.Moments;
        if (moments.Count <= MostMoments) return string.Join(" → ", moments.Select(moment => Quantities.Count(moment.Count)));
        return $"{Quantities.Count(moments[0].Count)} → … → {Quantities.Count(moments[^1].Count)}";
    }

    private static string Span(GoroutinesDocument goroutines) =>
        goroutines.Moments is [var first, _, ..] && At(first) is { } start && At(goroutines.Moments[^1]) is { } end
            ? $" in {Quantities.Duration((double)(end - start).Ticks * 100)}"
            : "";

    private static DateTimeOffset? At(GoroutineMomentDocument moment) => DateTimeOffset.TryParse(
        moment.At, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at) ? at : null;

    /// <summary>The application's own function in a stack, otherwise the innermost.</summary>
    private static string Method(IReadOnlyList<string> stack) =>
        PlainText.Clean(ShortStack.Shorten(stack).OrderByDescending(frame => frame.Own).First().Method);
}

/// <summary>A call site in text outputs.</summary>
/// <param name="Text">The numbers of the site.</param>
/// <param name="Stack">The functions, the innermost first. Untrusted: escape before showing.</param>
internal sealed record SiteRow(string Text, IReadOnlyList<string> Stack);
