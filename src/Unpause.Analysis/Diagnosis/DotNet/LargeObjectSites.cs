using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>Allocation sites of large objects, grouped by what replaces the objects.</summary>
internal sealed class LargeObjectSites
{
    private const int SitesShown = 2;
    private const int PlacesNamed = 6;
    private const int OwnFramesShown = 2;
    private const string UnknownPlace = "an unknown site (no call stacks)";

    /// <summary>A group smaller than this share of the large objects is not worth advice.</summary>
    private const double LeastShare = 0.05;

    private LargeObjectSites(IReadOnlyList<Group> groups, Total bytes) => (Groups, Bytes) = (groups, bytes);

    /// <summary>The groups, the most bytes first; empty without allocation samples.</summary>
    public IReadOnlyList<Group> Groups { get; }

    /// <summary>Bytes of all large objects.</summary>
    public Total Bytes { get; }

    /// <summary>Groups a recording's large objects.</summary>
    public static LargeObjectSites From(Recording recording)
    {
        var large = recording.Allocations?.Sites.Where(site => site.Heap == AllocationHeap.Large).ToList() ?? [];
        var bytes = Total.Sum(large, site => site.Bytes);
        var groups = large
            .GroupBy(LargeObjectReplacement.Choose)
            .Select(group => new Group(group.Key, [.. group.OrderByDescending(site => site.Bytes)]))
            .Where(group => group.Bytes >= bytes * LeastShare)
            .OrderByDescending(group => group.Bytes);
        return new LargeObjectSites([.. groups], bytes);
    }

    /// <summary>The application's own method that requested the objects; without one, the allocating method.</summary>
    public static string Asking(AllocationSite site) => site.Stack.Count == 0 ? UnknownPlace : site.Stack[Math.Max(0, OwnFrame(site))];

    /// <summary>The allocating method, and the application's own methods that called it.</summary>
    private static string Chain(AllocationSite site)
    {
        if (site.Stack.Count == 0) return UnknownPlace;
        var own = OwnFrame(site);
        if (own <= 0) return string.Join(" ← ", site.Stack.Take(1 + OwnFramesShown));
        return $"{site.Stack[0]} ← {(own > 1 ? "… ← " : "")}{string.Join(" ← ", site.Stack.Skip(own).Take(OwnFramesShown))}";
    }

    private static int OwnFrame(AllocationSite site)
    {
        for (var i = 0; i < site.Stack.Count; i++)
        {
            if (!LargeObjectReplacement.IsLibrary(site.Stack[i])) return i;
        }

        return -1;
    }

    /// <summary>Large objects with the same advice; <paramref name="sites"/> with the most bytes first.</summary>
    internal sealed class Group(LargeObjectReplacement replacement, IReadOnlyList<AllocationSite> sites)
    {
        public string Name => replacement.Name;

        public Total Bytes { get; } = Total.Sum(sites, site => site.Bytes);

        /// <summary>The site with the most bytes.</summary>
        public AllocationSite Largest => sites[0];

        /// <summary>
        /// What is worth listing: types with their call chains, summed over all framework methods in between; the most bytes first.
        /// </summary>
        public IEnumerable<(string? Type, string Chain, Total Bytes)> Shown => sites
            .GroupBy(site => (site.Type, Chain: Chain(site)))
            .Select(group => (group.Key.Type, group.Key.Chain, Bytes: Total.Sum(group, site => site.Bytes)))
            .OrderByDescending(shown => shown.Bytes)
            .Take(SitesShown);

        /// <summary>What replaces them, and where.</summary>
        public string Advice =>
            $"Third, the {Name} "
            + $"of {string.Join(", ", sites.Select(Asking).Distinct(StringComparer.Ordinal).Take(PlacesNamed))}: {replacement.Advice}.";

        /// <summary>The code of the replacement; null where words are enough.</summary>
        public string? Code => replacement.Code;
    }
}
