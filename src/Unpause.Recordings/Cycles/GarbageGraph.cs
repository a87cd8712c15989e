namespace Unpause.Recordings.Cycles;

/// <summary>The objects of a snapshot as a graph, with its cycles and the objects reachable from them.</summary>
internal sealed class GarbageGraph
{
    private const int Nobody = -1;
    private readonly GarbageSnapshot _snapshot;
    private readonly int[] _starts;
    private readonly Reference[] _references;

    private GarbageGraph(GarbageSnapshot snapshot)
    {
        _snapshot = snapshot;
        (_starts, _references) = Sorted(snapshot);
        Cycles = StrongComponents.Find(snapshot.Objects.Count, _starts, Array.ConvertAll(_references, reference => reference.To));
        // In order of discovery: the stack of the search returns them in reverse.
        foreach (var members in Cycles) Array.Sort(members);
        Cycles.Sort((one, other) => one[0].CompareTo(other[0]));
        OwnerOf = Owners();
    }

    /// <summary>The objects of each cycle, or of cycles that share objects.</summary>
    public List<int[]> Cycles { get; }

    /// <summary>For each object the index of the cycle that contains or reaches it; −1 if none is known.</summary>
    public int[] OwnerOf { get; }

    /// <summary>Finds the cycles of a snapshot.</summary>
    public static GarbageGraph Build(GarbageSnapshot snapshot) => new(snapshot);

    /// <summary>The references of an object.</summary>
    public ReadOnlySpan<Reference> From(int node) => _references.AsSpan(_starts[node].._starts[node + 1]);

    public string TypeOf(int node) => _snapshot.Types[_snapshot.Objects[node].Type];

    public GarbageObject this[int node] => _snapshot.Objects[node];

    private static (int[] Starts, Reference[] References) Sorted(GarbageSnapshot snapshot)
    {
        var starts = new int[snapshot.Objects.Count + 1];
        foreach (var reference in snapshot.References) starts[reference.From + 1]++;
        for (var i = 0; i < snapshot.Objects.Count; i++) starts[i + 1] += starts[i];
        var next = starts.AsSpan().ToArray();
        var sorted = new Reference[snapshot.References.Count];
        foreach (var reference in snapshot.References) sorted[next[reference.From]++] = reference;
        return (starts, sorted);
    }

    /// <summary>Breadth first from all cycles at once, so that each object belongs to the nearest cycle.</summary>
    private int[] Owners()
    {
        var owners = new int[_snapshot.Objects.Count];
        Array.Fill(owners, Nobody);
        var waiting = new Queue<int>();
        for (var i = 0; i < Cycles.Count; i++)
        {
            foreach (var member in Cycles[i])
            {
                owners[member] = i;
                waiting.Enqueue(member);
            }
        }

        while (waiting.TryDequeue(out var node))
        {
            foreach (var reference in From(node))
            {
                if (owners[reference.To] != Nobody) continue;
                owners[reference.To] = owners[node];
                waiting.Enqueue(reference.To);
            }
        }

        return owners;
    }
}
