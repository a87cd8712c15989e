using Unpause.Recordings.Cycles;
using Unpause.Recordings.Secrets;

namespace Unpause.Recordings.PythonHeaps;

/// <summary>
/// Writes a path of objects as in source code. The dictionaries of instances, modules and classes are not steps of their own, and
/// neither are the tuple and the cell between a function and its free variables.
/// </summary>
/// <param name="objects">The objects of the snapshot.</param>
/// <param name="types">Names of types.</param>
internal sealed class WayBuilder(List<GarbageObject> objects, List<string> types)
{
    private const string Module = "module", Class = "type";
    private const string Unknown = "outside Python objects (C code, or a running function)";
    private const int FewestRepeated = 3;

    private readonly Dictionary<(int From, int To), Reference> _references = [];

    /// <summary>Adds a reference; of several between two objects a named one is kept.</summary>
    public void Add(Reference reference)
    {
        var pair = (reference.From, reference.To);
        if (!_references.TryGetValue(pair, out var known) || known.Kind == ReferredBy.Unnamed) _references[pair] = reference;
    }

    /// <summary>The path to the last of some objects, without that one.</summary>
    /// <param name="root">Kind of the root (agents/python/CYCLES.md).</param>
    /// <param name="code">The function of a local variable.</param>
    /// <param name="way">The objects, at least one.</param>
    public List<WayPart> Notify(char root, string code, string local, IReadOnlyList<int> way)
    {
        var parts = new List<WayPart> { new(Root(root, code, local, way[0])) };
        if (way.Count > 1 && !IsPlain(way[0]) && !IsRootItself(root, way[0])) parts.Add(new WayPart($" → {Name(way[0])}"));
        for (var at = 0; at + 1 < way.Count;)
        {
            var next = at + 1;
            var reference = Between(way[at], way[next]);
            if (reference is { Kind: ReferredBy.Attribute, Name: PythonNames.InstanceDictionary } && next + 1 < way.Count
                && Between(way[next], way[next + 1]) is { Kind: ReferredBy.Key } value)
            {
                reference = value;
                parts.Add(new WayPart($".{value.Name}"));
                next++;
            }
            else if (reference is { Kind: ReferredBy.Attribute, Name: PythonNames.ClosureTuple } && next + 2 < way.Count)
            {
                parts.Add(new WayPart($" closure {objects[way[at]].VariableOf(Between(way[next], way[next + 1]).Name)}"));
                next += 2;
            }
            else parts.Add(Part(reference));

            at = next;
            if (at + 1 < way.Count && !IsPlain(way[at]) && !IsNamed(way[at], reference.Name)) parts.Add(new WayPart($" → {Name(way[at])}"));
        }

        return Shortened(parts);
    }

    private Reference Between(int from, int to) =>
        _references.TryGetValue((from, to), out var reference) ? reference : new Reference(from, to, ReferredBy.Unnamed, "");

    private string Root(char root, string code, string local, int first) => root switch
    {
        'l' => $"{local} in {CodePlace.Short(code)}",
        's' => "…",
        _ when IsRootItself(root, first) => Name(first),
        _ => Unknown,
    };

    /// <summary>Whether the path starts with the first object itself: a module, or a class that only C code refers to.</summary>
    private bool IsRootItself(char root, int first) => root == 'm' || (root == 'x' && types[objects[first].Type] == Class);

    private static WayPart Part(in Reference reference) => reference.Kind switch
    {
        ReferredBy.Attribute => new WayPart($".{reference.Name}"),
        ReferredBy.Item or ReferredBy.OtherKey => WayPart.Element($"[{Redaction.Text(reference.Name)}]"),
        ReferredBy.Key => WayPart.Element($"['{Redaction.Text(reference.Name)}']"),
        ReferredBy.IsKey => new WayPart(" key"),
        ReferredBy.Local => new WayPart($" local {reference.Name}"),
        _ => new WayPart(""),
    };

    /// <summary>Whether an object adds nothing to its reference to the next.</summary>
    private bool IsPlain(int node) => types[objects[node].Type] is "dict" or "list" or "tuple" or "set" or "frozenset" or "cell"
        or "collections.deque" or "collections.OrderedDict" or "collections.defaultdict";

    /// <summary>Whether the reference to a class, a module or a function already has its name.</summary>
    private bool IsNamed(int node, string name) =>
        name.Length > 0 && types[objects[node].Type] is Class or Module or PythonNames.Function
        && CodePlace.Name(objects[node].Detail) == name;

    /// <summary>Its type, or the name of a function, a class or a module.</summary>
    private string Name(int node)
    {
        var (type, detail) = (types[objects[node].Type], objects[node].Detail);
        if (detail.Length == 0) return PythonNames.Short(type);
        return type is Class or Module ? detail : $"{type} {CodePlace.Short(detail)}";
    }

    /// <summary>Shortens linked lists and other repeated parts: <c> → Node.next (× 12)</c>.</summary>
    private static List<WayPart> Shortened(List<WayPart> parts)
    {
        var shortened = new List<WayPart>();
        for (var at = 0; at < parts.Count;)
        {
            var (length, times) = Repeated(parts, at);
            if (times < FewestRepeated)
            {
                shortened.Add(parts[at++]);
                continue;
            }

            shortened.AddRange(parts.GetRange(at, length));
            shortened.Add(new WayPart($" (× {times})", " (× …)"));
            at += length * times;
        }

        return shortened;
    }

    private static (int Length, int Times) Repeated(List<WayPart> parts, int at)
    {
        const int longest = 4;
        for (var length = 1; length <= longest; length++)
        {
            var times = 1;
            while (at + ((times + 1) * length) <= parts.Count && Same(parts, at, at + (times * length), length)) times++;
            // Elements of elements are few, and easier to read individually.
            if (times >= FewestRepeated && parts.FindIndex(at, length, part => !part.IsElement) >= 0) return (length, times);
        }

        return (1, 1);
    }

    private static bool Same(List<WayPart> parts, int one, int other, int length)
    {
        for (var i = 0; i < length; i++)
        {
            if (parts[one + i].Kind != parts[other + i].Kind) return false;
        }

        return true;
    }
}

/// <summary>A part of the path to an object.</summary>
/// <param name="Kind">The same without an index or a key.</param>
public readonly record struct WayPart(string Text, string Kind)
{
    /// <summary>A part without index or key.</summary>
    public WayPart(string text)
        : this(text, text)
    {
    }

    private const string AnyElement = "[…]";

    /// <summary>Whether it is an element of a container.</summary>
    public bool IsElement => Kind == AnyElement;

    /// <summary>An element of a container.</summary>
    public static WayPart Element(string text) => new(text, AnyElement);
}
