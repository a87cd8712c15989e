using Unpause.Collections;

namespace WebApp;

/// <summary>The same code with collections whose arrays stay below the large object threshold.</summary>
internal sealed class ChunkedCaches : IClientCaches
{
    /// <inheritdoc/>
    public (int Count, int Fingerprint) Compute(IReadOnlyList<int[]> groups)
    {
        var visible = new ChunkedHashSet<int>();
        foreach (var group in groups) visible.UnionWith(group);
        var ids = new ChunkedList<int>();
        foreach (var id in visible) ids.Add(id);
        ids.Sort();
        var fingerprint = 17;
        foreach (var id in ids) fingerprint = unchecked((fingerprint * 31) + id);
        return (ids.Count, fingerprint);
    }
}
