using Unpause.Fleet.Annotations;
using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Deploys;

/// <summary>The annotations of one service: each names a change of version, or marks a change of its own.</summary>
/// <param name="marks">The annotations that mark a change of the service, in order of time.</param>
/// <param name="unnamed">Those that name no service, in order of time. They only give a change of version its text.</param>
internal sealed class AnnotatedChanges(
    IReadOnlyList<DeployAnnotation> marks, IReadOnlyList<DeployAnnotation> unnamed, TimeSteps steps)
{
    // Deploys take longer, or are noted at their end, by as many steps.
    private const int NearSteps = 1;

    // A rollout that is noted at its end, or an annotation of a time, is no longer than this.
    private static readonly TimeSpan LongestChange = TimeSpan.FromDays(1);

    // The version of most recorded time in so many steps after a change is the one that is compared.
    private const int StepsAfter = 3;

    private readonly HashSet<DeployAnnotation> _used = new(ReferenceEqualityComparer.Instance);

    /// <summary>The annotation of a change of version: the nearest one, which then marks no other change.</summary>
    /// <param name="lastCommon">The last step in which both versions ran.</param>
    public DeployAnnotation? NameOf(VersionChange change, long lastCommon)
    {
        var (first, near) = (change.First - NearSteps, change.First + NearSteps);
        var rollout = Math.Min(lastCommon, change.First + (LongestChange.Ticks / steps.Ticks)) + NearSteps;
        var found = Nearest(marks, first, near, change.First) ?? Nearest(marks, first, rollout, change.First)
            ?? Nearest(unnamed, first, near, change.First);
        if (found is not null) _used.Add(found);
        _used.UnionWith(Within(marks, first, near));
        return found;
    }

    /// <summary>The changes that no version explains, the latest first. Annotations of neighbouring steps are one change.</summary>
    public List<AnnotatedChange> Others()
    {
        var longest = Math.Max(1, LongestChange.Ticks / steps.Ticks);
        var groups = new List<(DeployAnnotation Annotation, long First, long Last)>();
        foreach (var mark in marks)
        {
            if (_used.Contains(mark)) continue;
            var first = StepOf(mark.At);
            var last = Math.Min(StepOf(mark.End), first + longest);
            if (groups.Count > 0 && groups[^1] is var open && first <= open.Last + NearSteps && last - open.First <= longest)
                groups[^1] = open with { Last = Math.Max(open.Last, last) };
            else
                groups.Add((mark, first, last));
        }

        var changes = new List<AnnotatedChange>();
        for (var i = groups.Count - 1; i >= 0 && changes.Count < VersionChanges.Most; i--)
        {
            changes.Add(new(groups[i].Annotation, i > 0 ? groups[i - 1].Last + 1 : 0, groups[i].First, groups[i].Last,
                i + 1 < groups.Count ? groups[i + 1].First - 1 : long.MaxValue));
        }

        return changes;
    }

    /// <summary>The version that ran before and after a change; null where none did.</summary>
    /// <param name="slices">Of the service, in order of time.</param>
    public string? VersionOf(AnnotatedChange change, List<FleetSlice> slices)
    {
        var before = ComparedSides.Within(slices, steps, change.Earliest, change.First - 1).Select(slice => slice.Version).ToHashSet(
            StringComparer.Ordinal);
        var after = new Dictionary<string, double>(StringComparer.Ordinal);
        var end = long.MaxValue;
        foreach (var slice in ComparedSides.Within(slices, steps, change.Last + 1, change.Latest))
        {
            var step = steps.Of(slice);
            if (step > end) break;
            if (!before.Contains(slice.Version)) continue;
            if (end == long.MaxValue) end = step + StepsAfter - 1;
            after[slice.Version] = after.GetValueOrDefault(slice.Version) + slice.CoveredSeconds;
        }

        return after.Count == 0 ? null
            : after.OrderByDescending(one => one.Value).ThenBy(one => one.Key, StringComparer.Ordinal).First().Key;
    }

    private DeployAnnotation? Nearest(IReadOnlyList<DeployAnnotation> all, long first, long last, long to)
    {
        return Within(all, first, last).Where(one => !_used.Contains(one)).MinBy(one => Distance(one.At.UtcTicks));

        // The version may have begun to run anywhere in its first step.
        long Distance(long ticks) => Math.Max(0, Math.Max((to * steps.Ticks) - ticks, ticks - ((to + 1) * steps.Ticks)));
    }

    /// <summary>The annotations of some steps, found by halving.</summary>
    private IEnumerable<DeployAnnotation> Within(IReadOnlyList<DeployAnnotation> all, long first, long last)
    {
        var (low, high) = (0, all.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (StepOf(all[middle].At) < first) low = middle + 1;
            else high = middle;
        }

        for (var i = low; i < all.Count && StepOf(all[i].At) <= last; i++) yield return all[i];
    }

    private long StepOf(DateTimeOffset time) => time.UtcTicks / steps.Ticks;
}
