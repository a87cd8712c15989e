using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Retainers;

/// <summary>
/// Objects of one class in a tree of their retainers: objects that are retained alike share a path. A path is followed as long
/// as nearly all go on together; where they part, a holder of the program's own is the common answer, but one of the
/// runtime's library (a string, a map's node) says nothing, and its own holders are looked at one by one.
/// </summary>
internal sealed class RetainerTree
{
    private const double NearlyAll = 0.8;

    /// <summary>Steps from an object outwards that are compared.</summary>
    private const int MostSteps = 64;

    private readonly Dictionary<RetainerLink, RetainerTree> _children = [];
    private readonly List<OldObject> _objects = [];

    /// <summary>The groups of objects of one class that are retained alike.</summary>
    public static IEnumerable<(IReadOnlyList<RetainerLink> Chain, IReadOnlyList<OldObject> Objects, bool Complete)> Group(
        IEnumerable<OldObject> items)
    {
        var root = new RetainerTree();
        foreach (var item in items) root.Add(item);
        var open = new Stack<(RetainerTree Node, List<RetainerLink> Chain)>([(root, [])]);
        while (open.TryPop(out var next))
        {
            var (node, chain) = next;
            while (node.MostShared is var (link, child) && child._objects.Count >= NearlyAll * node._objects.Count)
            {
                foreach (var branch in node.Branches(chain))
                {
                    if (branch.Node != child) open.Push(branch);
                }

                chain.Add(link);
                node = child;
            }

            if (node._children.Count == 0 || chain is [.., { Library: false }])
            {
                yield return (chain, node._objects, node._children.Count == 0);
                continue;
            }

            foreach (var branch in node.Branches(chain)) open.Push(branch);
        }
    }

    /// <summary>An object's holders without the links between nodes of one list or tree.</summary>
    public static IEnumerable<ObjectReference> Chain(OldObject item)
    {
        string? before = null;
        foreach (var reference in item.Retainers)
        {
            if (reference.Retainer != before) yield return reference;
            before = reference.Retainer;
        }
    }

    private IEnumerable<(RetainerTree Node, List<RetainerLink> Chain)> Branches(List<RetainerLink> chain)
    {
        foreach (var (link, child) in _children) yield return (child, [.. chain, link]);
    }

    private (RetainerLink Link, RetainerTree Child)? MostShared
    {
        get
        {
            (RetainerLink Link, RetainerTree Child)? most = null;
            foreach (var (link, child) in _children)
            {
                if (most is null || child._objects.Count > most.Value.Child._objects.Count) most = (link, child);
            }

            return most;
        }
    }

    private void Add(OldObject item)
    {
        var node = this;
        node._objects.Add(item);
        foreach (var reference in Chain(item).Take(MostSteps))
        {
            var link = RetainerLink.From(reference);
            if (!node._children.TryGetValue(link, out var child)) node._children.Add(link, child = new RetainerTree());
            child._objects.Add(item);
            node = child;
        }
    }
}

/// <summary>One step in a chain from an object outwards: what refers to it.</summary>
/// <param name="Retainer">The class of the object that refers.</param>
/// <param name="Field">Its field; null when it is an array.</param>
/// <param name="Static">Whether the field is static.</param>
/// <param name="Library">Whether the class is the runtime's own.</param>
public readonly record struct RetainerLink(string Retainer, string? Field, bool Static, bool Library)
{
    /// <summary>The step that a reference is.</summary>
    public static RetainerLink From(ObjectReference reference) => new(reference.Retainer, reference.Field, reference.Static,
        reference.Library);

    /// <summary>Holder and field without packages: <c>HashedWheelTimeout.task</c>, <c>Object[]</c>.</summary>
    public override string ToString() => Field is null ? Short(Retainer) : $"{Short(Retainer)}.{Field}";

    /// <summary>A class's name without its package.</summary>
    public static string Short(string type) => type[(type.LastIndexOf('.') + 1)..];
}
