namespace WebApp;

/// <summary>The code of the incident: from about ten thousand ids on, the arrays inside List and HashSet are large objects.</summary>
internal sealed class ListCaches : IClientCaches
{
    /// <inheritdoc/>
    public (int Count, int Fingerprint) Compute(IReadOnlyList<int[]> groups)
    {
        var visible = new HashSet<int>();
        foreach (var group in groups) visible.UnionWith(group);
        var ids = new List<int>();
        foreach (var id in visible) ids.Add(id);
        ids.Sort();
        var fingerprint = 17;
        foreach (var id in ids) fingerprint = unchecked((fingerprint * 31) + id);
        return (ids.Count, fingerprint);
    }
}
