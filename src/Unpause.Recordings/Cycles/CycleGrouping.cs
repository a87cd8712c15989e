using System.Text;

namespace Unpause.Cycles;

/// <summary>Puts the cycles of all looks together by their types and their code.</summary>
internal sealed class CycleGrouping
{
    private readonly Dictionary<string, GroupBuilder> _groups = new(StringComparer.Ordinal);
    private readonly GroupBuilder _rest = new();

    /// <summary>Objects that were seen.</summary>
    public long Seen { get; private set; }

    /// <summary>Kinds of cycles that are told apart.</summary>
    public int Kinds => _groups.Count;

    /// <summary>Takes a look.</summary>
    public LookShares Add(GarbageLook look)
    {
        Seen += look.Garbage;
        var graph = GarbageGraph.Of(look);
        var groups = graph.Cycles.ConvertAll(members => GroupOf(graph, members));
        for (var i = 0; i < groups.Count; i++) groups[i].Add(graph, graph.Cycles[i]);
        for (var node = 0; node < look.Objects.Count; node++)
        {
            var owner = graph.OwnerOf[node];
            (owner < 0 ? _rest : groups[owner]).Add(look.Objects[node], graph.TypeOf(node));
        }

        var shares = groups.Append(_rest).Distinct().Select(group => group.EndLook()).OrderByDescending(share => share.Objects).ToList();
        if (shares.Count > Limits.CycleGroupsOfLook)
        {
            var small = shares[Limits.CycleGroupsOfLook..];
            shares.RemoveRange(Limits.CycleGroupsOfLook, small.Count);
            shares.Add((_rest, small.Sum(share => share.Objects), small.Sum(share => share.Bytes)));
        }

        return new LookShares(look.Objects.Count, shares);
    }

    /// <summary>Says for how many objects a look stands.</summary>
    public static void Estimate(LookShares look, double stands)
    {
        if (look.Written == 0) return;
        foreach (var (group, objects, bytes) in look.Groups) group.Estimate(objects, bytes, stands / look.Written);
    }

    /// <summary>Objects for which looks stand.</summary>
    public double Estimated => _groups.Values.Sum(group => group.Estimated) + _rest.Estimated;

    /// <summary>The kinds of cycles, those with most objects first.</summary>
    /// <param name="all">Objects that only the collector could free, seen or not.</param>
    /// <param name="leftOut">Kinds that are too many.</param>
    /// <param name="notInGroups">Objects that were seen and are in none.</param>
    public IReadOnlyList<CycleGroup> Build(long all, out long leftOut, out long notInGroups)
    {
        var groups = _groups.Values.OrderByDescending(group => group.Estimated).ThenByDescending(group => group.Objects).ToList();
        leftOut = Math.Max(0, groups.Count - Limits.CycleGroups);
        var told = groups.Take(Limits.CycleGroups).ToList();
        notInGroups = Seen - told.Sum(group => group.Objects);
        return told.ConvertAll(group => group.Build(all));
    }

    /// <summary>What all that was looked at comes to, in bytes for each object; null when nothing was.</summary>
    public static double? BytesPerObject(GarbageLook look) =>
        look.Garbage == 0 ? null : ((double)look.Bytes + look.HeldBytes) / look.Garbage;

    private GroupBuilder GroupOf(GarbageGraph graph, int[] members)
    {
        var key = KeyOf(graph, members);
        if (_groups.TryGetValue(key, out var group)) return group;
        if (_groups.Count == Limits.CycleGroupsKept) return _rest;
        return _groups[key] = new GroupBuilder();
    }

    /// <summary>The types, and of functions and frames which; a class made in a function has another name each time.</summary>
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
