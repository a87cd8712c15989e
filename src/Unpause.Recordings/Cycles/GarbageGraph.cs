namespace Unpause.Cycles;

/// <summary>The objects of a look as a graph, and what is in its cycles or hangs off them.</summary>
internal sealed class GarbageGraph
{
    private const int Nobody = -1;
    private readonly GarbageLook _look;
    private readonly int[] _starts;
    private readonly Reference[] _references;

    private GarbageGraph(GarbageLook look)
    {
        _look = look;
        (_starts, _references) = Sorted(look);
        Cycles = StrongComponents.Of(look.Objects.Count, _starts, Array.ConvertAll(_references, reference => reference.To));
        // Those that are met first come first: the stack of the search gives them the other way round.
        foreach (var members in Cycles) Array.Sort(members);
        Cycles.Sort((one, other) => one[0].CompareTo(other[0]));
        OwnerOf = Owners();
    }

    /// <summary>The objects of each cycle, or of cycles that share objects.</summary>
    public List<int[]> Cycles { get; }

    /// <summary>Of each object the number of the cycle that it is in or hangs off; −1 where none is known.</summary>
    public int[] OwnerOf { get; }

    /// <summary>Finds the cycles of a look.</summary>
    public static GarbageGraph Of(GarbageLook look) => new(look);

    /// <summary>What an object refers to.</summary>
    public ReadOnlySpan<Reference> From(int node) => _references.AsSpan(_starts[node].._starts[node + 1]);

    /// <summary>An object's type.</summary>
    public string TypeOf(int node) => _look.Types[_look.Objects[node].Type];

    /// <summary>An object.</summary>
    public GarbageObject this[int node] => _look.Objects[node];

    private static (int[] Starts, Reference[] References) Sorted(GarbageLook look)
    {
        var starts = new int[look.Objects.Count + 1];
        foreach (var reference in look.References) starts[reference.From + 1]++;
        for (var i = 0; i < look.Objects.Count; i++) starts[i + 1] += starts[i];
        var next = starts.AsSpan().ToArray();
        var sorted = new Reference[look.References.Count];
        foreach (var reference in look.References) sorted[next[reference.From]++] = reference;
        return (starts, sorted);
    }

    /// <summary>From all cycles outwards at once, so that each object belongs to the nearest.</summary>
    private int[] Owners()
    {
        var owners = new int[_look.Objects.Count];
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
