using Unpause.Recordings.Allocations;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The insides of .NET's containers. The runtime names an array's type without the class around it (<c>Slot[System.Int64][]</c>,
/// <c>Entry[…][]</c>), so the container is told from the innermost method that is one's own; where there are no names, from such a type
/// that only one container has. Source: dotnet/runtime, src/libraries, System.Collections and System.Collections.Concurrent, .NET 10.
/// </summary>
internal static class LargeContainers
{
    private static readonly LargeObjectReplacement Sets = new("insides of HashSet",
        "its tables grow past the threshold; ChunkedHashSet<T> of Unpause.Collections keeps them in pieces below it, and "
        + "PooledChunkedHashSet<T>, disposed with the request, leaves nothing to collect",
        "using var set = new PooledChunkedHashSet<int>();");

    private static readonly LargeObjectReplacement Dictionaries = new("insides of Dictionary",
        "its tables grow past the threshold; ChunkedDictionary<TKey, TValue> of Unpause.Collections keeps them in pieces below it, and "
        + "PooledChunkedDictionary<TKey, TValue>, disposed with the request, leaves nothing to collect",
        "using var dictionary = new PooledChunkedDictionary<int, string>();");

    private static readonly LargeObjectReplacement Tables = new("insides of HashSet or Dictionary",
        "their tables grow past the threshold; ChunkedHashSet<T> and ChunkedDictionary<TKey, TValue> of Unpause.Collections "
        + "keep theirs in pieces below it");

    private static readonly LargeObjectReplacement Lists = new("insides of List",
        "its array grows past the threshold; ChunkedList<T> of Unpause.Collections keeps its items in pieces below it, and "
        + "PooledChunkedList<T>, disposed with the request, leaves nothing to collect",
        "using var list = new PooledChunkedList<int>();");

    private static readonly LargeObjectReplacement ConcurrentQueues = new("insides of ConcurrentQueue",
        "its segments double as long as more is put in than taken out, up to 1,048,576 items; bound the queue, so that producers wait "
        + "(System.Threading.Channels), or take items out sooner. Unpause.Collections has no queue",
        "var queue = Channel.CreateBounded<Item>(capacity: 1_000);");

    private static readonly LargeObjectReplacement Queues = new("insides of Queue",
        "its array doubles as it grows; where items are put in first and taken out later, ChunkedList<T> of Unpause.Collections keeps "
        + "them in pieces; else bound it. Unpause.Collections has no queue");

    private static readonly LargeObjectReplacement Stacks = new("insides of Stack",
        "its array doubles as it grows; ChunkedList<T> of Unpause.Collections keeps items in pieces, and its last one can be removed",
        "var stack = new ChunkedList<int>();\nstack.Add(item);\nstack.RemoveAt(stack.Count - 1);");

    private static readonly LargeObjectReplacement PriorityQueues = new("insides of PriorityQueue",
        "its array doubles as it grows, and every growth copies it; give it its capacity at the start, or keep it short. "
        + "Unpause.Collections has no priority queue",
        "var queue = new PriorityQueue<Item, int>(initialCapacity: 100_000);");

    private static readonly LargeObjectReplacement ConcurrentDictionaries = new("insides of ConcurrentDictionary",
        "its table of buckets is made anew each time it grows; give it its capacity at the start, or split it by key. "
        + "Unpause.Collections has no concurrent dictionary",
        "var dictionary = new ConcurrentDictionary<int, string>(concurrencyLevel: -1, capacity: 100_000);");

    private static readonly LargeObjectReplacement SortedLists = new("insides of SortedList",
        "it keeps keys and values in two arrays; SortedDictionary<TKey, TValue> keeps small nodes",
        "var sorted = new SortedDictionary<int, string>();");

    private static readonly LargeObjectReplacement Bags = new("insides of ConcurrentBag",
        "each thread's array doubles while more is put in than taken out; take items out sooner, or bound what is in flight "
        + "(System.Threading.Channels)");

    private static readonly LargeObjectReplacement Channels = new("insides of channels",
        "an unbounded channel keeps what nobody reads; bound it, so that writers wait",
        "var channel = Channel.CreateBounded<Item>(capacity: 1_000);");

    /// <summary>By the class whose method it is. A channel keeps a queue, so it comes before that.</summary>
    private static readonly (string Class, LargeObjectReplacement Replacement)[] Classes =
    [
        ("System.Threading.Channels.", Channels),
        ("Concurrent.ConcurrentQueue`", ConcurrentQueues),
        ("Concurrent.ConcurrentQueueSegment`", ConcurrentQueues),
        ("Concurrent.ConcurrentDictionary`", ConcurrentDictionaries),
        ("Concurrent.ConcurrentBag`", Bags),
        ("Generic.HashSet`", Sets),
        ("Generic.Dictionary`", Dictionaries),
        ("Generic.PriorityQueue`", PriorityQueues),
        ("Generic.Queue`", Queues),
        ("Generic.Stack`", Stacks),
        ("Generic.SortedList`", SortedLists),
        ("Generic.List`", Lists),
    ];

    /// <summary>By an array's type, where there is no method to tell by.</summary>
    private static readonly (string Element, LargeObjectReplacement Replacement)[] Elements =
    [
        ("VolatileNode[", ConcurrentDictionaries),
        ("Slot[", ConcurrentQueues),
        ("Entry[", Tables),
    ];

    /// <summary>The container that a site's objects are inside of; null when they are of none.</summary>
    /// <param name="site">Where they are allocated.</param>
    /// <param name="frames">How many methods are looked at.</param>
    public static LargeObjectReplacement? Of(AllocationSite site, int frames)
    {
        for (var i = 0; i < site.Stack.Count && i < frames && LargeObjectReplacement.IsLibrary(site.Stack[i]); i++)
        {
            foreach (var (type, replacement) in Classes)
            {
                if (IsMethodOf(site.Stack[i], type)) return replacement;
            }
        }

        if (site.Stack.Count > 0 || site.Type is not { } name) return null;
        foreach (var (element, replacement) in Elements)
        {
            if (name.StartsWith(element, StringComparison.Ordinal)) return replacement;
            if (name.Contains($"+{element}", StringComparison.Ordinal)) return replacement;
        }

        return null;
    }

    /// <summary>The class itself and not one of its type arguments, which stand in brackets.</summary>
    private static bool IsMethodOf(string method, string type)
    {
        var at = method.IndexOf(type, StringComparison.Ordinal);
        if (at < 0) return false;
        var bracket = method.IndexOf('[', StringComparison.Ordinal);
        return bracket < 0 || at < bracket;
    }
}
