using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>Where large objects are allocated, grouped by what replaces them.</summary>
internal sealed class LargeObjectSites
{
    private const int SitesShown = 2;
    private const int OwnFramesShown = 2;
    private const int Base64Frames = 4;

    /// <summary>A group smaller than this share of the large objects is not worth advice.</summary>
    private const double LeastShare = 0.05;

    /// <summary>What large objects are, in the order in which they are asked; the last takes the rest.</summary>
    private static readonly (string Name, Predicate<AllocationSite> Is, string Advice, string? Code)[] Kinds =
    [
        ("insides of HashSet and Dictionary", site => Allocates(site, "System.Collections.Generic.HashSet`1", "System.Collections.Generic.Dictionary`2") || site.Type?.Contains("Entry[", StringComparison.Ordinal) == true || site.Type?.Contains("Slot[", StringComparison.Ordinal) == true,
            "its table grows past the threshold; ChunkedHashSet<T> and ChunkedDictionary<TKey, TValue> of Unpause.Collections keep theirs in pieces below it", "var set = new ChunkedHashSet<int>();"),
        ("insides of List", site => Allocates(site, "System.Collections.Generic.List`1"),
            "its array grows past the threshold; ChunkedList<T> of Unpause.Collections keeps its items in pieces below it", "var list = new ChunkedList<int>();"),
        ("Base64 strings", IsBase64,
            "the whole text is made before it is written; Base64XmlStream of Unpause.IO writes it into the XML element as the bytes come", "using var binary = new Base64XmlStream(writer);\nJsonSerializer.Serialize(binary, value);"),
        ("byte arrays, char arrays and strings", site => site.Type is "System.Byte[]" or "System.Char[]" or "System.String",
            "a stream of small pooled blocks replaces MemoryStream and its ToArray (PooledMemoryStream of Unpause.IO); write text and JSON piece by piece", "using var stream = new PooledMemoryStream();"),
        ("other objects", _ => true,
            "ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections keep their items in pieces below the threshold", null),
    ];

    private LargeObjectSites(IReadOnlyList<Group> groups, long bytes) => (Groups, Bytes) = (groups, bytes);

    /// <summary>The groups, the most bytes first; empty without allocation samples.</summary>
    public IReadOnlyList<Group> Groups { get; }

    /// <summary>Bytes of all large objects.</summary>
    public long Bytes { get; }

    /// <summary>Groups a recording's large objects.</summary>
    public static LargeObjectSites Of(Recording recording)
    {
        var large = recording.Allocations?.Sites.Where(site => site.Heap == AllocationHeap.Large).ToList() ?? [];
        var bytes = large.SumSaturated(site => site.Bytes);
        var groups = large
            .GroupBy(site => Array.FindIndex(Kinds, kind => kind.Is(site)))
            .Select(group => new Group(group.Key, [.. group.OrderByDescending(site => site.Bytes)]))
            .Where(group => group.Bytes >= bytes * LeastShare)
            .OrderByDescending(group => group.Bytes);
        return new LargeObjectSites([.. groups], bytes);
    }

    /// <summary>The allocating method, and the program's own ones that led there.</summary>
    private static string Chain(AllocationSite site)
    {
        if (site.Stack.Count == 0) return "an unknown place (no call stacks)";
        var own = OwnFrame(site);
        if (own <= 0) return string.Join(" ← ", site.Stack.Take(1 + OwnFramesShown));
        return $"{site.Stack[0]} ← {(own > 1 ? "… ← " : "")}{string.Join(" ← ", site.Stack.Skip(own).Take(OwnFramesShown))}";
    }

    /// <summary>The program's own method that the objects are made for; where there is none, the allocating one.</summary>
    public static string Asking(AllocationSite site) => site.Stack.Count == 0 ? "an unknown place (no call stacks)" : site.Stack[Math.Max(0, OwnFrame(site))];

    private static int OwnFrame(AllocationSite site)
    {
        for (var i = 0; i < site.Stack.Count; i++)
        {
            if (!site.Stack[i].StartsWith("System.", StringComparison.Ordinal) && !site.Stack[i].StartsWith("Microsoft.", StringComparison.Ordinal)) return i;
        }

        return -1;
    }

    /// <summary>The conversion itself is compiled into its caller, so that method's name has to tell.</summary>
    private static bool IsBase64(AllocationSite site) =>
        site.Type is "System.String" or "System.Char[]" && site.Stack.Take(Base64Frames).Any(frame => frame.Contains("Base64", StringComparison.Ordinal));

    private static bool Allocates(AllocationSite site, params ReadOnlySpan<string> types)
    {
        if (site.Stack.Count == 0) return false;
        foreach (var type in types)
        {
            if (site.Stack[0].StartsWith(type, StringComparison.Ordinal)) return true;
        }

        return false;
    }

    /// <summary>Large objects for which the same advice holds.</summary>
    internal sealed class Group(int kind, IReadOnlyList<AllocationSite> sites)
    {
        /// <summary>What they are.</summary>
        public string Name => Kinds[kind].Name;

        /// <summary>All their bytes.</summary>
        public long Bytes { get; } = sites.SumSaturated(site => site.Bytes);

        /// <summary>The site with the most bytes.</summary>
        public AllocationSite Largest => sites[0];

        /// <summary>What is worth naming: types with their chains, over all the ways through the framework; the most bytes first.</summary>
        public IEnumerable<(string? Type, string Chain, long Bytes)> Shown => sites
            .GroupBy(site => (site.Type, Chain: Chain(site)))
            .Select(group => (group.Key.Type, group.Key.Chain, Bytes: group.SumSaturated(site => site.Bytes)))
            .OrderByDescending(shown => shown.Bytes)
            .Take(SitesShown);

        /// <summary>What replaces them, and where.</summary>
        public string Advice => $"Third, split the {Name} of {Asking(Largest)}: {Kinds[kind].Advice}.";

        /// <summary>How that is written; null when it is said in words.</summary>
        public string? Code => Kinds[kind].Code;
    }
}
