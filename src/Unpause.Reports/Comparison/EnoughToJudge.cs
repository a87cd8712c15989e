using Unpause.Analysis.Comparison;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Comparison;

/// <summary>Whether two sides hold enough to be judged at all.</summary>
internal static class EnoughToJudge
{
    /// <summary>
    /// Why pauses can't be judged; null where they can. A side without pauses tells something only if it was recorded so long that it would
    /// have had some, were it like the other.
    /// </summary>
    public static string? FewPauses(ComparedSides sides)
    {
        var (before, after) = (Pauses(sides.Before), Pauses(sides.After));
        return before.Count + after.Count < BlockFamily.FewestValues ? $"fewer than {BlockFamily.FewestValues} pauses in all"
            : Few(before, after) ? "recorded too briefly before"
            : Few(after, before) ? "recorded too briefly after"
            : null;

        static bool Few((double Count, double Length) side, (double Count, double Length) other) =>
            side.Count < BlockFamily.FewestValues
                && (other.Length <= 0 || other.Count / other.Length * side.Length < BlockFamily.FewestValues);
    }

    /// <summary>Why requests can't be judged; null where they can.</summary>
    public static string? FewRequests(ComparedSides sides) =>
        new[] { sides.Before, sides.After }.Any(side => side.Sum(run => run.Requests?.Count ?? 0) < BlockFamily.FewestValues)
            ? $"fewer than {BlockFamily.FewestValues} requests"
            : null;

    private static (double Count, double Length) Pauses(IReadOnlyList<ComparedRun> runs) =>
        (runs.Sum(run => (double)FeltPauses.Of(run.Process).Count), runs.Sum(run => run.Nanoseconds ?? 0));
}
