using Unpause.Analysis.Comparison;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Comparison;

/// <summary>Whether two sides have enough data to be judged.</summary>
internal static class EnoughToJudge
{
    /// <summary>
    /// Why pauses cannot be judged; null where they can. A side without pauses counts only if its recording is long enough to expect pauses
    /// at the rate of the other side.
    /// </summary>
    public static string? FewPauses(ComparedSides sides)
    {
        var (before, after) = (Pauses(sides.Before), Pauses(sides.After));
        return before.Count + after.Count < BlockFamily.FewestValues ? $"fewer than {BlockFamily.FewestValues} pauses in total"
            : Few(before, after) ? "the recording before is too short"
            : Few(after, before) ? "the recording after is too short"
            : null;

        static bool Few((double Count, double Length) side, (double Count, double Length) other) =>
            side.Count < BlockFamily.FewestValues
                && (other.Length <= 0 || other.Count / other.Length * side.Length < BlockFamily.FewestValues);
    }

    /// <summary>Why requests cannot be judged; null where they can.</summary>
    public static string? FewRequests(ComparedSides sides) =>
        new[] { sides.Before, sides.After }.Any(side => side.Sum(run => run.Requests?.Count ?? 0) < BlockFamily.FewestValues)
            ? $"fewer than {BlockFamily.FewestValues} requests"
            : null;

    private static (double Count, double Length) Pauses(IReadOnlyList<ComparedRun> runs) =>
        (runs.Sum(run => (double)FeltPauses.Of(run.Process).Count), runs.Sum(run => run.Nanoseconds ?? 0));
}
