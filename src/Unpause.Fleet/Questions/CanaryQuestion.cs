using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Whether a candidate is worse than a baseline that runs at the same time, with an interval that holds at all looks together.
/// </summary>
/// <remarks>
/// The estimate is the difference of the sides' means of one logarithm per process, over all steps so far, with its error between
/// processes.
/// In units of information I = 1 ÷ error², estimates of such a model are a Brownian motion as data come in (C. Jennison, B. W. Turnbull,
/// Group-sequential analysis incorporating covariate information, 1997). For these the mixture of H. Robbins (Statistical methods related
/// to
/// the law of the iterated logarithm, 1970) gives an interval that is true at all times with probability 1 − α:
/// error × √((1 + ρ ÷ I) ln((I + ρ) ÷ (ρ α²))). With estimated variances it is asymptotic (I. Waudby-Smith and others, Time-uniform central
/// limit theory and asymptotic confidence sequences, 2024); for few processes the factor is replaced by the value that Student's t exceeds
/// as
/// rarely as a normal variable exceeds the factor. What processes differ by does not vanish with time, so it is in the error from the first
/// look on.
/// </remarks>
internal static class CanaryQuestion
{
    private const double Error = 0.05;

    // The interval is narrowest where I is this many times ρ: −W₋₁(−α² ÷ e) − 1 for α = 0.05 (S. R. Howard and others, Time-uniform,
    // nonparametric, nonasymptotic confidence sequences, 2021, proposition 3).
    private const double NarrowestAt = 8.2;

    // The factor there.
    private const double NarrowestFactor = 3.03;

    // Fewer steps are a start, not an observation.
    private const int FewestSteps = 3;
    private const int FewestProcessesTogether = 5;

    // So many degrees of freedom are a normal distribution.
    private const int NormalDegrees = 1_000;
    // Farther ahead, in multiples of the time so far, nothing can be said.
    private const double MostTimesLonger = 100;

    // To a thousandth of the time so far.
    private const int Halvings = 17;
    private const double LeastPercent = 0.1, MostPercent = 1_000;

    /// <summary>Judges the candidate.</summary>
    /// <param name="leastChangePercent">The least change that matters.</param>
    public static CanaryJudgement Judge(
        IReadOnlyList<FleetSlice> baseline, IReadOnlyList<FleetSlice> candidate, double leastChangePercent)
    {
        var next = SoundSlices.Keep(candidate);
        var own = next.Select(slice => slice.Process).ToHashSet(StringComparer.Ordinal);
        var old = SoundSlices.Keep(baseline);
        var shared = old.Where(slice => own.Contains(slice.Process)).Select(slice => slice.Process).Distinct(StringComparer.Ordinal)
            .Count();
        old.RemoveAll(slice => own.Contains(slice.Process));

        var steps = TimeSteps.FromSlices([.. old, .. next]);
        var common = old.Select(steps.Of).ToHashSet();
        common.IntersectWith(next.Select(steps.Of));
        old.RemoveAll(slice => !common.Contains(steps.Of(slice)));
        next.RemoveAll(slice => !common.Contains(steps.Of(slice)));
        var measured = WorkSides.Measure(old, next);
        var undecided = new CanaryJudgement(
            CanaryDocument.Undecided, null, measured.Unit.Name, null, Processes(measured.Old), Processes(measured.New), common.Count,
            shared, steps.Minutes, null);
        if (common.Count == 0) return undecided with { Reason = QuestionText.NoCommonTime };

        var tally = new StopTally();
        foreach (var slice in measured.Old) tally.Add(slice.Stops);
        foreach (var slice in measured.New) tally.Add(slice.Stops);
        var noise = tally.NoiseSeconds;
        if (noise <= 0) return undecided with { Reason = QuestionText.NoStops };
        if (undecided.BaselineProcesses + undecided.CandidateProcesses < FewestProcessesTogether)
            return undecided with { Reason = QuestionText.FewCanaryProcesses };
        var least = Math.Log(1 + (Math.Clamp(double.IsNaN(leastChangePercent) ? 0 : leastChangePercent, LeastPercent, MostPercent) / 100));
        var judged = Judge(measured, undecided, noise, steps, common, least);
        return measured.AllocationFactor() is { } factor
            && Judge(measured with { Unit = WorkUnit.Seconds }, undecided, noise, steps, common, least).Verdict != judged.Verdict
            ? judged with { Verdict = CanaryDocument.Undecided, MinutesLeft = null, Reason = QuestionText.OtherAllocation(factor) }
            : judged;
    }

    private static CanaryJudgement Judge(
        WorkSides sides, CanaryJudgement undecided, double noise, TimeSteps steps, HashSet<long> common, double least)
    {
        var slices = sides.Slices(steps);
        var estimate = RatioEstimate.FromProcesses(ProcessRates.Compute(slices, noise, sharesSteps: true), mayPair: false);
        if (common.Count < FewestSteps || estimate is null || estimate.Old + estimate.New < FewestProcessesTogether)
            return undecided with { Reason = QuestionText.FewStops };

        var reach = Reach(estimate.Error, estimate.Degrees, least);
        var judged = undecided with { ChangePercent = estimate.Interval(reach) };
        if (estimate.Log - reach > 0 && estimate.Log >= least) return judged with { Verdict = CanaryDocument.Worse };
        if (estimate.Log + reach < least) return judged with { Verdict = CanaryDocument.NotWorse };
        var left = StepsLeft(slices, noise, estimate, common, least);
        return judged with
        {
            MinutesLeft = left is { } more ? Math.Ceiling(more * steps.Minutes) : null,
            Reason = left is null ? QuestionText.ProcessesDiffer : QuestionText.MoreTime,
        };
    }

    /// <summary>Half of the interval's width.</summary>
    private static double Reach(double error, int degrees, double least)
    {
        // A denormal error has no inverse.
        if (error < 1e-12) return 0;
        var information = 1 / (error * error);
        var rho = NarrowestFactor * NarrowestFactor / (least * least) / NarrowestAt;
        var factor = Math.Sqrt((1 + (rho / information)) * Math.Log((information + rho) / (rho * Error * Error)));
        return error * StudentT.Quantile(Math.Max(1e-12, StudentT.Tail(factor, NormalDegrees)), degrees);
    }

    /// <summary>
    /// After how many more steps the interval is narrow enough to show the least change. The error has a part that time makes smaller,
    /// which
    /// is measured by how far the halves of the steps are apart in each process, and one that only more processes do.
    /// </summary>
    /// <returns>Null where time alone never will, or where halves cannot be compared.</returns>
    private static double? StepsLeft(List<SideSlice> slices, double noise, RatioEstimate estimate, HashSet<long> common, double least)
    {
        var middle = common.Order().ElementAt(common.Count / 2);
        var first = ProcessRates.Compute([.. slices.Where(slice => slice.Step < middle)], noise, sharesSteps: true)
            .ToDictionary(rate => rate.Process, rate => rate.Log, StringComparer.Ordinal);
        var second = ProcessRates.Compute([.. slices.Where(slice => slice.Step >= middle)], noise, sharesSteps: true)
            .Where(rate => first.ContainsKey(rate.Process)).ToList();
        var (old, next) = (Differences(isNew: false), Differences(isNew: true));
        if (old.Length + next.Length < FewestProcessesTogether) return null;
        var degrees = Math.Max(0, old.Length - 1) + Math.Max(0, next.Length - 1);
        var spread = ((RatioEstimate.Moments(old).Variance * Math.Max(0, old.Length - 1))
            + (RatioEstimate.Moments(next).Variance * Math.Max(0, next.Length - 1))) / degrees;

        // A half has twice the variance of the whole, and a difference of halves four times.
        var fading = Math.Min(estimate.Error * estimate.Error, spread / 4 * ((1.0 / estimate.Old) + (1.0 / estimate.New)));
        var staying = (estimate.Error * estimate.Error) - fading;
        var (low, high) = (0.0, MostTimesLonger * common.Count);
        if (!IsNarrow(high)) return null;
        for (var i = 0; i < Halvings; i++)
        {
            var more = (low + high) / 2;
            if (IsNarrow(more)) high = more;
            else low = more;
        }

        // Narrow enough and still undecided: the change is near the least one that matters.
        return high < 1 ? null : high;

        double[] Differences(bool isNew) => [.. second.Where(rate => rate.IsNew == isNew).Select(rate => rate.Log - first[rate.Process])];

        bool IsNarrow(double more) =>
            Reach(Math.Sqrt(staying + (fading * common.Count / (common.Count + more))), estimate.Degrees, least) <= least;
    }

    private static int Processes(List<FleetSlice> slices) =>
        slices.Select(slice => slice.Process).Distinct(StringComparer.Ordinal).Count();
}
