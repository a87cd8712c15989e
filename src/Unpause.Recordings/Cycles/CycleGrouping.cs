using System.Text;

namespace Unpause.Recordings.Cycles;

/// <summary>Groups the cycles of all snapshots by their types and their code.</summary>
internal sealed class CycleGrouping
{
    private readonly Dictionary<string, GroupBuilder> _groups = new(StringComparer.Ordinal);
    private readonly GroupBuilder _rest = new();

    /// <summary>Objects in snapshots.</summary>
    public long Seen { get; private set; }

    /// <summary>Number of kinds of cycles.</summary>
    public int Kinds => _groups.Count;

    /// <summary>Adds a snapshot.</summary>
    public SnapshotShares Add(GarbageSnapshot snapshot)
    {
        Seen += snapshot.Garbage;
        var graph = GarbageGraph.Build(snapshot);
        var groups = graph.Cycles.ConvertAll(members => GroupOf(graph, members));
        for (var i = 0; i < groups.Count; i++) groups[i].Add(graph, graph.Cycles[i]);
        for (var node = 0; node < snapshot.Objects.Count; node++)
        {
            var owner = graph.OwnerOf[node];
            (owner < 0 ? _rest : groups[owner]).Add(snapshot.Objects[node], graph.TypeOf(node));
        }

        var shares = groups.Append(_rest).Distinct().Select(group => group.EndSnapshot())
            .OrderByDescending(share => share.Objects).ToList();
        if (shares.Count > Limits.CycleGroupsOfSnapshot)
        {
            var small = shares[Limits.CycleGroupsOfSnapshot..];
            shares.RemoveRange(Limits.CycleGroupsOfSnapshot, small.Count);
            shares.Add((_rest, small.Sum(share => share.Objects), small.Sum(share => share.Bytes)));
        }

        return new SnapshotShares(snapshot.Objects.Count, shares);
    }

    /// <summary>Sets how many objects a snapshot represents.</summary>
    public static void Estimate(SnapshotShares snapshot, double stands)
    {
        if (snapshot.Written == 0) return;
        foreach (var (group, objects, bytes) in snapshot.Groups) group.Estimate(objects, bytes, stands / snapshot.Written);
    }

    /// <summary>Objects represented by snapshots.</summary>
    public double Estimated => _groups.Values.Sum(group => group.Estimated) + _rest.Estimated;

    /// <summary>The kinds of cycles, those with most objects first.</summary>
    /// <param name="all">Objects that only the collector could free, in a snapshot or not.</param>
    /// <param name="leftOut">Kinds beyond the limit.</param>
    /// <param name="notInGroups">Objects in snapshots that belong to no kind.</param>
    public IReadOnlyList<CycleGroup> Build(long all, out long leftOut, out long notInGroups)
    {
        var groups = _groups.Values.OrderByDescending(group => group.Estimated).ThenByDescending(group => group.Objects).ToList();
        leftOut = Math.Max(0, groups.Count - Limits.CycleGroups);
        var reported = groups.Take(Limits.CycleGroups).ToList();
        notInGroups = Seen - reported.Sum(group => group.Objects);
        return reported.ConvertAll(group => group.Build(all));
    }

    /// <summary>Average bytes per object of a snapshot; null when it has none.</summary>
    public static double? BytesPerObject(GarbageSnapshot snapshot) =>
        snapshot.Garbage == 0 ? null : ((double)snapshot.Bytes + snapshot.LeafBytes) / snapshot.Garbage;

    private GroupBuilder GroupOf(GarbageGraph graph, int[] members)
    {
        var key = KeyOf(graph, members);
        if (_groups.TryGetValue(key, out var group)) return group;
        if (_groups.Count == Limits.CycleGroupsKept) return _rest;
        return _groups[key] = new GroupBuilder();
    }

    /// <summary>The types, with the code of functions and frames; a class created in a function has another name each time.</summary>
    private static string KeyOf(GarbageGraph graph, int[] members)
    {
        var parts = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var member in members)
        {
            var type = graph.TypeOf(member);
            parts.Add(type is PythonNames.Function or "frame" ? $"{type} {graph[member].Detail}" : type);
            if (parts.Count == Limits.CycleTypesOfGroup) break;
        }

        return new StringBuilder().AppendJoin('\t', parts).ToString();
    }
}
