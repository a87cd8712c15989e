using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>What was allocated between two profiles of a process, as <c>go tool pprof -base</c> has it.</summary>
internal static class ProfileDifference
{
    /// <summary>The second less the first, place by place.</summary>
    public static AllocationSamples Of(Recording before, Recording after)
    {
        var earlier = new Dictionary<string, (long Bytes, long Objects)>(StringComparer.Ordinal);
        foreach (var site in before.Allocations!.Sites) earlier[KeyOf(site)] = (site.Bytes, site.Objects ?? 0);
        var sites = new List<AllocationSite>();
        foreach (var site in after.Allocations!.Sites)
        {
            var (bytes, objects) = earlier.GetValueOrDefault(KeyOf(site));
            // A count only grows; less is a place that fell below those that are kept.
            if (site.Bytes <= bytes) continue;
            sites.Add(site with { Bytes = site.Bytes - bytes, Objects = site.Objects is { } all ? Math.Max(0, all - objects) : null });
        }

        sites.Sort((a, b) => b.Bytes.CompareTo(a.Bytes));
        var stretch = after.Profiles[0].UnixNanoseconds - before.Profiles[0].UnixNanoseconds;
        var between = stretch is > 0 and { } time ? $"two profiles, {Quantities.Duration((double)time)} apart" : "two profiles";
        var basis = after.Allocations.Basis;
        var sampling = basis.IndexOf("; ", StringComparison.Ordinal) is var at and >= 0 ? basis[at..] : "";
        return new AllocationSamples(sites, $"Go's allocation profiles, difference of {between}{sampling}", LargeObjectsExact: false);
    }

    private static string KeyOf(AllocationSite site) => string.Join('\n', site.Stack);
}
