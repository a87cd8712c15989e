using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Deploys;

/// <summary>The slices of two versions that are compared.</summary>
/// <param name="SameSteps">Whether both are of the same steps.</param>
internal sealed record ComparedSides(List<FleetSlice> Old, List<FleetSlice> New, bool SameSteps)
{
    // Fewer common steps are a quick change, in which old processes end and new ones warm up.
    private const int FewestCommon = 3;

    // So much time on either side of a change, and at least as many steps; common steps may be more.
    private static readonly TimeSpan Near = TimeSpan.FromHours(48);
    private const int NearSteps = 48, CommonSteps = 336, MostSteps = 3_000;

    // Before a change, steps of the old version are looked for so many times as far back.
    private const int Reach = 4;

    /// <summary>
    /// The steps in which both ran, where there are several and enough processes in them: load and time of day are then the same. Otherwise
    /// as many of the nearest before and after the change, in whole days where there is one, so that both have the same hours of the day.
    /// </summary>
    /// <param name="old">The old version's slices, in order of time.</param>
    /// <param name="next">The new version's.</param>
    public static ComparedSides Choose(List<FleetSlice> old, List<FleetSlice> next, VersionChange change, TimeSteps steps)
    {
        var near = NearestSteps(steps);
        var (oldSteps, newSteps) = (new HashSet<long>(), new HashSet<long>());
        foreach (var slice in Within(old, steps, change.First - ((long)Reach * near), change.Last)) oldSteps.Add(steps.Of(slice));
        foreach (var slice in Within(next, steps, change.First, change.Last)) newSteps.Add(steps.Of(slice));
        var common = newSteps.Where(oldSteps.Contains).Order().Take(Math.Max(CommonSteps, near)).ToHashSet();
        var same = new ComparedSides(Pick(old, steps, common), Pick(next, steps, common), SameSteps: true);
        if (common.Count >= FewestCommon && HasProcesses(same.Old) && HasProcesses(same.New)) return same;

        var apart = Apart(old, oldSteps.Where(step => step < change.First), next, newSteps, steps);
        return apart.Old.Count == 0 || (common.Count >= FewestCommon && !(HasProcesses(apart.Old) && HasProcesses(apart.New)))
            ? same : apart;
    }

    /// <summary>The nearest steps of one version before and after a change that annotations mark.</summary>
    /// <param name="slices">The version's slices, in order of time.</param>
    public static ComparedSides Around(List<FleetSlice> slices, AnnotatedChange change, TimeSteps steps)
    {
        var reach = (long)Reach * NearestSteps(steps);
        // A recording that began before the change and lasted beyond it is on no side.
        List<FleetSlice> before =
        [
            .. Within(slices, steps, Math.Max(change.Earliest, change.First - reach), change.First - 1)
                .Where(slice => slice.Hour + TimeSpan.FromSeconds(slice.CoveredSeconds) <= change.Annotation.At),
        ];
        List<FleetSlice> after =
            [.. Within(slices, steps, change.Last + 1, change.Latest - change.Last > reach ? change.Last + reach : change.Latest)];
        return Apart(before, before.Select(steps.Of).Distinct(), after, after.Select(steps.Of).Distinct(), steps);
    }

    private static ComparedSides Apart(
        List<FleetSlice> old, IEnumerable<long> oldSteps, List<FleetSlice> next, IEnumerable<long> newSteps, TimeSteps steps)
    {
        var (before, after) = (oldSteps.OrderDescending().ToList(), newSteps.Order().ToList());
        var count = Math.Min(NearestSteps(steps), Math.Min(before.Count, after.Count));
        if (count > steps.InDay) count -= (int)(count % steps.InDay);
        return new(
            Pick(old, steps, before.Take(count).ToHashSet()), Pick(next, steps, after.Take(count).ToHashSet()), SameSteps: false);
    }

    private static int NearestSteps(TimeSteps steps) => (int)Math.Clamp(Near.Ticks / steps.Ticks, NearSteps, MostSteps);

    private static bool HasProcesses(List<FleetSlice> slices) =>
        slices.Select(slice => slice.Process).Distinct(StringComparer.Ordinal).Skip(RatioEstimate.FewestProcesses - 1).Any();

    private static List<FleetSlice> Pick(List<FleetSlice> slices, TimeSteps steps, HashSet<long> chosen) =>
        chosen.Count == 0 ? []
            : [.. Within(slices, steps, chosen.Min(), chosen.Max()).Where(slice => chosen.Contains(steps.Of(slice)))];

    /// <summary>The slices of some steps, found by halving.</summary>
    /// <param name="slices">Slices in order of time.</param>
    public static IEnumerable<FleetSlice> Within(List<FleetSlice> slices, TimeSteps steps, long first, long last)
    {
        var (low, high) = (0, slices.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (steps.Of(slices[middle]) < first) low = middle + 1;
            else high = middle;
        }

        for (var i = low; i < slices.Count && steps.Of(slices[i]) <= last; i++) yield return slices[i];
    }
}
