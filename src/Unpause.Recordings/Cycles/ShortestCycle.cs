using Unpause.Recordings.Secrets;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// The shortest path from an object of a cycle back to itself, breadth first. An instance's dictionary is not a step of its own, and
/// neither are the tuple and the cell between a function and its free variables.
/// </summary>
internal sealed class ShortestCycle(GarbageGraph graph)
{
    private const string CellContents = "cell_contents", Dictionary = "dict";

    /// <summary>A step of the search.</summary>
    private readonly record struct Hop(int To, string Kind, string Name);

    /// <summary>Finds it; null if it is not found within the limits.</summary>
    /// <param name="members">The objects of one cycle, or of cycles that share objects.</param>
    public IReadOnlyList<PathStep>? Find(int[] members)
    {
        var inside = new HashSet<int>(members);
        IReadOnlyList<PathStep>? best = null;
        var steps = Limits.CycleSteps;
        // A program's own types are more informative than built-in ones.
        foreach (var start in members.OrderBy(Rank).ThenBy(node => node).Take(Limits.CycleStarts))
        {
            if (steps <= 0) break;
            var found = From(start, inside, best?.Count ?? Limits.CyclePathSteps + 1, ref steps);
            if (found is not null) best = found;
            if (best?.Count == 1) break;
        }

        return best;
    }

    private int Rank(int node) => graph.TypeOf(node) switch
    {
        Dictionary or "list" or "tuple" or "cell" or "set" => 2,
        var type => type.Contains('.', StringComparison.Ordinal) ? 0 : 1,
    };

    private List<PathStep>? From(int start, HashSet<int> inside, int shorterThan, ref int steps)
    {
        var cameBy = new Dictionary<int, (int From, Hop Hop)>();
        var level = new List<int> { start };
        for (var length = 1; length < shorterThan && level.Count > 0; length++)
        {
            var next = new List<int>();
            foreach (var node in level)
            {
                foreach (var hop in Hops(node))
                {
                    if (--steps <= 0) return null;
                    if (!inside.Contains(hop.To)) continue;
                    if (hop.To == start) return Path(start, node, hop, cameBy);
                    if (cameBy.TryAdd(hop.To, (node, hop))) next.Add(hop.To);
                }
            }

            level = next;
        }

        return null;
    }

    private List<PathStep> Path(int start, int last, Hop closing, Dictionary<int, (int From, Hop Hop)> cameBy)
    {
        var path = new List<PathStep> { Step(last, closing) };
        for (var node = last; node != start;)
        {
            var (from, hop) = cameBy[node];
            path.Add(Step(from, hop));
            node = from;
        }

        path.Reverse();
        return path;
    }

    private PathStep Step(int node, Hop hop)
    {
        var detail = graph[node].Detail;
        return new PathStep(graph.TypeOf(node), detail.Length > 0 ? detail : null, hop.Kind, Redaction.Text(hop.Name));
    }

    private List<Hop> Hops(int node)
    {
        var hops = new List<Hop>();
        foreach (var reference in graph.From(node))
        {
            if (reference is { Kind: ReferredBy.Attribute, Name: PythonNames.InstanceDictionary }
                && graph.TypeOf(reference.To) == Dictionary)
            {
                foreach (var value in graph.From(reference.To)) hops.Add(Named(value, value.Kind == ReferredBy.Key));
            }
            else if (reference.Kind == ReferredBy.Attribute && reference.Name == PythonNames.ClosureTuple)
            {
                hops.AddRange(Closed(node, reference.To));
            }
            else
            {
                hops.Add(Named(reference, false));
            }
        }

        // Named references first.
        return [.. hops.OrderBy(hop => hop.Kind == PathStep.Unnamed)];
    }

    private IEnumerable<Hop> Closed(int function, int tuple)
    {
        foreach (var cell in graph.From(tuple).ToArray())
        {
            var name = graph[function].VariableOf(cell.Name);
            foreach (var content in graph.From(cell.To).ToArray())
            {
                if (content.Name == CellContents || content.Kind == ReferredBy.Unnamed)
                    yield return new Hop(content.To, PathStep.Closure, name);
            }
        }
    }

    private static Hop Named(in Reference reference, bool isAttribute) => new(
        reference.To,
        isAttribute ? PathStep.Attribute : reference.Kind switch
        {
            ReferredBy.Attribute => PathStep.Attribute,
            ReferredBy.Item or ReferredBy.OtherKey => PathStep.Item,
            ReferredBy.Key => PathStep.Key,
            ReferredBy.IsKey => PathStep.IsKey,
            ReferredBy.Local => PathStep.Local,
            _ => PathStep.Unnamed,
        },
        reference.Name);
}

/// <summary>How an object refers to another.</summary>
internal enum ReferredBy : byte
{
    /// <summary>Unknown.</summary>
    Unnamed,

    /// <summary>An attribute.</summary>
    Attribute,

    /// <summary>An element of a list or a tuple.</summary>
    Item,

    /// <summary>The value of a dictionary entry whose key is a string.</summary>
    Key,

    /// <summary>The value of another dictionary entry.</summary>
    OtherKey,

    /// <summary>A dictionary's key itself.</summary>
    IsKey,

    /// <summary>A local variable of a frame.</summary>
    Local,
}

/// <summary>One object of a cycle, and its reference to the next.</summary>
/// <param name="Type">Its type, with its module.</param>
/// <param name="Detail">The code of a function or a frame, the name of a class; otherwise null.</param>
/// <param name="Kind">The kind of reference: <c>attribute</c>, <c>item</c>, <c>key</c>, <c>local</c>, <c>closure</c>, …</param>
/// <param name="Name">The attribute's, the key's or the variable's name, or the index; empty if unknown.</param>
public sealed record PathStep(string Type, string? Detail, string Kind, string Name)
{
    /// <summary>The kinds.</summary>
    public const string Attribute = "attribute", Item = "item", Key = "key", IsKey = "is_key", Local = "local", Closure = "closure",
        Unnamed = "unnamed";

    /// <summary>The type without its module.</summary>
    public string ShortType => PythonNames.Short(Type);

    /// <summary>The object as text, without the reference.</summary>
    public string Node => Detail is null ? ShortType : $"{ShortType} {CodePlace.Name(Detail)}";

    /// <summary>The reference as text.</summary>
    public string Label => Kind switch
    {
        Attribute => $".{Name}",
        Item => $"[{Name}]",
        Key => $"['{Name}']",
        IsKey => " (key)",
        Local => $" local {Name}",
        Closure => $" closure {Name}",
        _ => "",
    };
}
