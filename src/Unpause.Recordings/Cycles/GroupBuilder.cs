namespace Unpause.Recordings.Cycles;

/// <summary>Adds up the cycles of one kind.</summary>
internal sealed class GroupBuilder
{
    private const int Examples = 4;
    private readonly Dictionary<string, long> _with = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _origins = new(StringComparer.Ordinal);
    private IReadOnlyList<TypeCount> _types = [];
    private IReadOnlyList<PathStep> _path = [];

    /// <summary>Objects in snapshots.</summary>
    public long Objects { get; private set; }

    /// <summary>The estimated number of objects.</summary>
    public double Estimated { get; private set; }

    private double EstimatedBytes { get; set; }

    private long ObjectsInSnapshot { get; set; }

    private long BytesInSnapshot { get; set; }

    private long Cycles { get; set; }

    private long InCycles { get; set; }

    private long Bytes { get; set; }

    /// <summary>Adds a cycle.</summary>
    public void Add(GarbageGraph graph, int[] members)
    {
        if (Cycles++ < Examples) Learn(graph, members);
        InCycles += members.Length;
        if (Origin(graph, members) is { } origin) Count(_origins, origin, 1);
    }

    /// <summary>Adds an object that is part of such a cycle or reachable from one.</summary>
    public void Add(in GarbageObject one, string type)
    {
        Objects++;
        ObjectsInSnapshot++;
        var bytes = Bounded(one.Bytes) + Bounded(one.LeafBytes);
        Bytes = Bounded(Bytes + bytes);
        BytesInSnapshot = Bounded(BytesInSnapshot + bytes);
        Count(_with, type, 1);
    }

    /// <summary>Ends a snapshot and returns its counts.</summary>
    public (GroupBuilder Group, long Objects, long Bytes) EndSnapshot()
    {
        var seen = (this, ObjectsInSnapshot, BytesInSnapshot);
        ObjectsInSnapshot = BytesInSnapshot = 0;
        return seen;
    }

    /// <summary>Adds a snapshot's counts, multiplied by a factor, to the estimate.</summary>
    public void Estimate(long objects, long bytes, double scale)
    {
        Estimated += objects * scale;
        EstimatedBytes += bytes * scale;
    }

    /// <summary>The group.</summary>
    /// <param name="all">Objects that only the collector could free, in a snapshot or not.</param>
    public CycleGroup Build(long all) => new()
    {
        Types = _types,
        With = Ordered(_with),
        Cycles = Cycles,
        Objects = Objects,
        InCycles = InCycles,
        Bytes = Bytes,
        EstimatedObjects = Estimated,
        EstimatedBytes = EstimatedBytes,
        SharePercent = all > 0 ? Math.Min(100, 100 * Estimated / all) : 0,
        Path = _path,
        Origin = _origins.Count == 0 ? null : _origins.MaxBy(origin => origin.Value).Key,
        Cure = CycleCure.Choose(_path, _types),
    };

    private void Learn(GarbageGraph graph, int[] members)
    {
        if (_types.Count == 0)
        {
            var counts = new Dictionary<string, long>(StringComparer.Ordinal);
            foreach (var member in members) Count(counts, graph.TypeOf(member), 1);
            _types = Ordered(counts);
        }

        if (new ShortestCycle(graph).Find(members) is { } path && (_path.Count == 0 || path.Count < _path.Count)) _path = path;
    }

    /// <summary>The allocation site: objects of the program's own types show where the program can be changed.</summary>
    private static string? Origin(GarbageGraph graph, int[] members)
    {
        string? any = null;
        foreach (var member in members)
        {
            if (graph[member].Origin is not { Length: > 0 } origin) continue;
            if (IsOwn(graph.TypeOf(member))) return origin;
            any ??= origin;
        }

        return any;
    }

    private static bool IsOwn(string type) => type.Contains('.', StringComparison.Ordinal);

    private static List<TypeCount> Ordered(Dictionary<string, long> counts) =>
        [.. counts.Select(count => new TypeCount(count.Key, count.Value))
            .OrderByDescending(count => count.Count).ThenBy(count => count.Type, StringComparer.Ordinal).Take(Limits.CycleTypesOfGroup)];

    private static void Count(Dictionary<string, long> counts, string key, long count)
    {
        if (counts.TryGetValue(key, out var before)) counts[key] = before + count;
        else if (counts.Count < Limits.Names) counts[key] = count;
    }

    /// <summary>A file may contain any number.</summary>
    private static long Bounded(long bytes) => Math.Clamp(bytes, 0, Limits.CycleBytes);
}

/// <summary>The objects of one type in an example of a cycle.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Count">Number of objects.</param>
public sealed record TypeCount(string Type, long Count);
