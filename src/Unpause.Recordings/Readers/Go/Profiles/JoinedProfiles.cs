using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>
/// Profiles of one program made one recording: of two of allocations what was allocated between them, of the heap the last, of goroutines
/// all.
/// </summary>
internal static class JoinedProfiles
{
    /// <summary>One recording for each process; a counter that fell shows that the process was restarted.</summary>
    public static IEnumerable<Recording> Join(IReadOnlyList<Recording> profiles)
    {
        var ordered = profiles.DistinctBy(profile => profile.Source.ContentId ?? profile.Source.Files[0], StringComparer.Ordinal)
            .OrderBy(profile => profile.Profiles[0].UnixNanoseconds ?? 0).ToList();
        var process = new List<Recording>();
        foreach (var profile in ordered)
        {
            if (process.FindLast(before => Counts(before) && before.Profiles[0].Kind == profile.Profiles[0].Kind) is { } last
                && Counts(profile) && profile.Profiles[0].Sum < last.Profiles[0].Sum)
            {
                yield return One(process);
                process = [];
            }

            process.Add(profile);
        }

        yield return One(process);
    }

    /// <summary>Whether it counts allocations since the process's start, so that its sum can only grow.</summary>
    private static bool Counts(Recording profile) => profile is { Allocations: not null, Profiles: [{ StretchNanoseconds: null }] };

    private static Recording One(List<Recording> profiles)
    {
        if (profiles is [var only]) return only;
        var counting = profiles.Where(Counts).ToList();
        // Where there are both kinds, one of the heap, taken beside, is none of the two that bound a stretch.
        var allocations = counting.Where(profile => profile.Profiles[0].Kind == ProfileKind.Allocations).ToList();
        var bounds = allocations.Count > 0 ? allocations : counting;
        var coverage = profiles[^1].Coverage;
        foreach (var note in profiles.SkipLast(1).SelectMany(profile => profile.Coverage.Notes))
            coverage = coverage.With(note.Text, note.Unreadable);
        if (profiles.Exists(profile => !profile.Profiles[0].IsOfTheProcessOf(profiles[0].Profiles[0]))
            && profiles.Exists(profile => profile.Source.Session is null))
        {
            coverage = coverage.With("The profiles are of the same program; they do not record whether they are of one process");
        }

        return profiles[^1] with
        {
            Coverage = coverage,
            Allocations = bounds.Count > 1
                ? ProfileDifference.Compute(bounds[0], bounds[^1])
                : (bounds.Count == 1 ? bounds[0] : profiles.FindLast(profile => profile.Allocations is not null))?.Allocations,
            LiveHeap = profiles.FindLast(profile => profile.LiveHeap is not null)?.LiveHeap,
            Goroutines = GoroutineSeries.Join([.. profiles.Select(profile => profile.Goroutines).OfType<Goroutines>()]),
            Profiles = [.. profiles.SelectMany(profile => profile.Profiles)],
            Source = profiles[^1].Source with
            {
                Files = [.. profiles.SelectMany(profile => profile.Source.Files)],
                ContentId = profiles.TrueForAll(profile => profile.Source.ContentId is not null)
                    ? ContentHash.Joined(profiles.Select(profile => profile.Source.ContentId!)) : null,
            },
        };
    }
}

/// <summary>Goroutine profiles of one process as one table: a row for each place, a number for each profile.</summary>
internal static class GoroutineSeries
{
    /// <summary>All of them, in order of time; null where there is none.</summary>
    public static Goroutines? Join(IReadOnlyList<Goroutines> profiles)
    {
        if (profiles.Count <= 1) return profiles is [var only] ? only : null;
        var counts = new Dictionary<string, (IReadOnlyList<string> Stack, long[] Counts)>(StringComparer.Ordinal);
        for (var i = 0; i < profiles.Count; i++)
        {
            foreach (var site in profiles[i].Sites)
            {
                var key = string.Join('\n', site.Stack);
                if (!counts.TryGetValue(key, out var row)) counts.Add(key, row = (site.Stack, new long[profiles.Count]));
                row.Counts[i] += site.Counts[0];
            }
        }

        var sites = counts.Values.OrderByDescending(row => row.Counts[^1]).Select(row => new GoroutineSite(row.Stack, row.Counts));
        return new Goroutines([.. profiles.Select(profile => profile.Moments[0])], [.. sites], profiles[^1].Basis);
    }
}

/// <summary>What was allocated between two profiles of a process, as <c>go tool pprof -base</c> has it.</summary>
internal static class ProfileDifference
{
    /// <summary>The second less the first, place by place.</summary>
    public static AllocationSamples Compute(Recording before, Recording after)
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
