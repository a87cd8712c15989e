namespace Unpause.PythonHeaps;

/// <summary>What two looks at CPython programs tell beside the counts of their types.</summary>
/// <param name="Before">The first.</param>
/// <param name="After">The second.</param>
/// <param name="Newest">Who holds the newest objects of the types that grew, what grew most first.</param>
internal sealed record PythonGrowth(PythonHeap Before, PythonHeap After, IReadOnlyList<NewestObjects> Newest)
{
    /// <summary>The time between them; null where they are of two processes.</summary>
    public long? Nanoseconds => After.Since(Before);

    /// <summary>Puts them together.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second.</param>
    public static PythonGrowth Of(PythonHeap before, PythonHeap after)
    {
        var earlier = before.Types.ToLookup(type => type.Name, StringComparer.Ordinal);
        var grown = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var type in after.Types)
            grown[type.Name] = grown.GetValueOrDefault(type.Name) + type.Live - earlier[type.Name].Sum(then => then.Live);
        // Only of a type that grew by so many are those that were followed new; what the collector doesn't know is not followed.
        return new PythonGrowth(before, after, [.. NewestObjects.Of(after.Newest)
            .Where(group => grown.GetValueOrDefault(group.Type) >= group.Followed)
            .OrderBy(group => PythonTypeName.IsLibrary(group.Type)).ThenByDescending(group => grown.GetValueOrDefault(group.Type))]);
    }
}
