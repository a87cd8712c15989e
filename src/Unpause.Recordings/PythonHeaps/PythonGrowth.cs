namespace Unpause.Recordings.PythonHeaps;

/// <summary>Differences between two snapshots of CPython heaps besides the counts of their types.</summary>
/// <param name="Before">The first.</param>
/// <param name="After">The second.</param>
/// <param name="Newest">What retains the newest objects of the types that grew, largest growth first.</param>
internal sealed record PythonGrowth(PythonHeap Before, PythonHeap After, IReadOnlyList<NewestObjects> Newest)
{
    /// <summary>The time between them; null if they are of different processes.</summary>
    public long? Nanoseconds => After.Since(Before);

    /// <summary>Compares two snapshots.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second.</param>
    public static PythonGrowth Of(PythonHeap before, PythonHeap after)
    {
        var earlier = before.Types.ToLookup(type => type.Name, StringComparer.Ordinal);
        var grown = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var type in after.Types)
            grown[type.Name] = grown.GetValueOrDefault(type.Name) + type.Live - earlier[type.Name].Sum(then => then.Live);
        // Only if a type grew by at least as many objects, those with a path are new. Untracked objects have no path.
        return new PythonGrowth(before, after, [.. NewestObjects.Of(after.Newest)
            .Where(group => grown.GetValueOrDefault(group.Type) >= group.Followed)
            .OrderBy(group => PythonTypeName.IsLibrary(group.Type)).ThenByDescending(group => grown.GetValueOrDefault(group.Type))]);
    }
}
