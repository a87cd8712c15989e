using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Allocation sites as files of stacks have them: the outermost method first, the type last.</summary>
internal static class AllocationStacks
{
    /// <summary>The frames of a site, safe to show.</summary>
    public static IEnumerable<string> Frames(AllocationSite site)
    {
        for (var i = site.Stack.Count - 1; i >= 0; i--) yield return PlainText.Clean(site.Stack[i]);
        yield return PlainText.Clean(site.Type ?? "unknown type") + Mark(site.Heap);
    }

    private static string Mark(AllocationHeap heap) => heap switch
    {
        AllocationHeap.Large => " (large)",
        AllocationHeap.Pinned => " (pinned)",
        _ => "",
    };
}
