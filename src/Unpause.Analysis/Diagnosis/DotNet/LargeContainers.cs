using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Backing arrays of .NET's collections. The runtime names an array's type without the enclosing class (<c>Slot[System.Int64][]</c>,
/// <c>Entry[…][]</c>), so the call stack decides which collection it belongs to. Without a stack, an element type that only one collection
/// has decides. Source: dotnet/runtime, src/libraries, System.Collections and System.Collections.Concurrent, .NET 10.
/// </summary>
internal static class LargeContainers
{
    private static readonly LargeObjectReplacement Sets = new("backing arrays of HashSet",
        "its tables exceed the threshold; ChunkedHashSet<T> of Unpause.Collections uses chunks below it, and a PooledChunkedHashSet<T> "
        + "disposed with the request leaves nothing to collect",
        "using var set = new PooledChunkedHashSet<int>();");

    private static readonly LargeObjectReplacement Dictionaries = new("backing arrays of Dictionary",
        "its tables exceed the threshold; ChunkedDictionary<TKey, TValue> of Unpause.Collections uses chunks below it, and a "
        + "PooledChunkedDictionary<TKey, TValue> disposed with the request leaves nothing to collect",
        "using var dictionary = new PooledChunkedDictionary<int, string>();");

    private static readonly LargeObjectReplacement Tables = new("backing arrays of HashSet or Dictionary",
        "their tables exceed the threshold; ChunkedHashSet<T> and ChunkedDictionary<TKey, TValue> "
        + "of Unpause.Collections use chunks below it");

    private static readonly LargeObjectReplacement Lists = new("backing arrays of List",
        "its array exceeds the threshold; ChunkedList<T> of Unpause.Collections uses chunks below it, and a PooledChunkedList<T> disposed "
        + "with the request leaves nothing to collect",
        "using var list = new PooledChunkedList<int>();");

    private static readonly LargeObjectReplacement ConcurrentQueues = new("segments of ConcurrentQueue",
        "its segments double, up to 1,048,576 items, while producers outrun consumers; bound the queue so that producers wait "
        + "(System.Threading.Channels), or consume faster. Unpause.Collections has no queue",
        "var queue = Channel.CreateBounded<Item>(capacity: 1_000);");

    private static readonly LargeObjectReplacement Queues = new("backing arrays of Queue",
        "its array doubles as it grows; if all items are added before any is removed, use ChunkedList<T> of Unpause.Collections, otherwise "
        + "bound the queue. Unpause.Collections has no queue");

    private static readonly LargeObjectReplacement Stacks = new("backing arrays of Stack",
        "its array doubles as it grows; ChunkedList<T> of Unpause.Collections keeps items in chunks, and its last item can be removed",
        "var stack = new ChunkedList<int>();\nstack.Add(item);\nstack.RemoveAt(stack.Count - 1);");

    private static readonly LargeObjectReplacement PriorityQueues = new("backing arrays of PriorityQueue",
        "its array doubles as it grows, and each growth copies it; set its capacity up front, or keep it short. "
        + "Unpause.Collections has no priority queue",
        "var queue = new PriorityQueue<Item, int>(initialCapacity: 100_000);");

    private static readonly LargeObjectReplacement ConcurrentDictionaries = new("bucket tables of ConcurrentDictionary",
        "its bucket table is reallocated each time it grows; set its capacity up front, or partition it by key. "
        + "Unpause.Collections has no concurrent dictionary",
        "var dictionary = new ConcurrentDictionary<int, string>(concurrencyLevel: -1, capacity: 100_000);");

    private static readonly LargeObjectReplacement SortedLists = new("backing arrays of SortedList",
        "it keeps keys and values in two arrays; SortedDictionary<TKey, TValue> uses small nodes",
        "var sorted = new SortedDictionary<int, string>();");

    private static readonly LargeObjectReplacement Bags = new("backing arrays of ConcurrentBag",
        "each thread's array doubles while more items are added than removed; remove items sooner, or bound the "
        + "items in flight (System.Threading.Channels)");

    private static readonly LargeObjectReplacement Channels = new("buffers of channels",
        "an unbounded channel retains every unread item; bound it so that writers wait",
        "var channel = Channel.CreateBounded<Item>(capacity: 1_000);");

    /// <summary>By the class that declares the method. A channel uses a queue, so the channel comes first.</summary>
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

    /// <summary>By the array's element type, where there is no call stack.</summary>
    private static readonly (string Element, LargeObjectReplacement Replacement)[] Elements =
    [
        ("VolatileNode[", ConcurrentDictionaries),
        ("Slot[", ConcurrentQueues),
        ("Entry[", Tables),
    ];

    /// <summary>The collection that a site's objects back; null when there is none.</summary>
    /// <param name="frames">How many frames of its stack are examined.</param>
    public static LargeObjectReplacement? Find(AllocationSite site, int frames)
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

    /// <summary>Matches the class itself, not one of its type arguments, which follow in brackets.</summary>
    private static bool IsMethodOf(string method, string type)
    {
        var at = method.IndexOf(type, StringComparison.Ordinal);
        if (at < 0) return false;
        var bracket = method.IndexOf('[', StringComparison.Ordinal);
        return bracket < 0 || at < bracket;
    }
}
