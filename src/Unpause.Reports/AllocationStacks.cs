namespace Unpause.Reports;

/// <summary>Allocation sites for stack file formats: the outermost method first, then the type where it is known.</summary>
internal static class AllocationStacks
{
    /// <summary>The frames of a site, safe to show.</summary>
    public static IEnumerable<string> Frames(AllocationSiteDocument site)
    {
        for (var i = site.Stack.Count - 1; i >= 0; i--) yield return PlainText.Clean(site.Stack[i]);
        if (site.Type is not null || site.Stack.Count == 0) yield return PlainText.Clean(site.Type ?? "unknown type") + Mark(site);
    }

    private static string Mark(AllocationSiteDocument site) => site.Large ? " (large)" : site.Pinned ? " (pinned)" : "";
}
