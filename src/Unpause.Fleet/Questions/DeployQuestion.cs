using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Questions.Deploys;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Which deploy made stops worse or better. Processes are the unit of evidence. Where old and new version ran in the same hours, these are
/// compared; otherwise the hours before and after the change are, with the drift of the load in the interval.
/// </summary>
internal static class DeployQuestion
{
    /// <summary>The interval's error.</summary>
    public const double Error = 0.05;

    /// <summary>
    /// The error of a verdict that something changed. It is below the interval's, because a fleet has many deploys and each of them is
    /// asked.
    /// </summary>
    public const double VerdictError = 0.03;

    /// <summary>Changes up to this many percent do not matter: with the whole interval between them there is no effect.</summary>
    public const double MattersPercent = 10;

    /// <summary>A change is called from this factor on; smaller ones are within what processes' warm-up and builds differ by.</summary>
    private const double LeastCalled = 1.05;

    /// <summary>The same where the hours are not the same, because load moves by as much.</summary>
    private const double LeastCalledApart = 1.1;

    /// <summary>More services' changes are left out, the oldest first.</summary>
    private const int Most = 1_000;

    /// <summary>The changes of version, service by service, the latest first.</summary>
    public static IReadOnlyList<FleetDeployDocument> Ask(IReadOnlyList<FleetSlice> slices)
    {
        var found = new List<(string Service, long At, FleetDeployDocument Document)>();
        foreach (var service in SoundSlices.Keep(slices).GroupBy(slice => slice.Service, StringComparer.Ordinal))
        {
            List<FleetSlice> own = [.. service.OrderBy(slice => slice.Hour)];
            if (own.TrueForAll(slice => slice.Version == own[0].Version)) continue;
            var steps = TimeSteps.FromSlices(own);
            var versions = own.GroupBy(slice => slice.Version, StringComparer.Ordinal)
                .ToDictionary(version => version.Key, version => version.ToList(), StringComparer.Ordinal);
            foreach (var change in VersionChanges.Find(own, steps))
            {
                var sides = ComparedSides.Choose(versions[change.Before], versions[change.After], change, steps);
                if (sides.Old.Count == 0 || sides.New.Count == 0) continue;
                found.Add((service.Key, change.First, Judge(service.Key, change, sides, steps)));
            }
        }

        return [.. found.OrderByDescending(one => one.At).Take(Most)
            .OrderBy(one => one.Service, StringComparer.Ordinal).ThenByDescending(one => one.At).Select(one => one.Document)];
    }

    private static FleetDeployDocument Judge(string service, VersionChange change, ComparedSides sides, TimeSteps steps)
    {
        var (measured, sameSteps) = (WorkSides.Measure(sides.Old, sides.New), sides.SameSteps);
        var (old, next, noise) = Tally(measured);
        var (estimate, rates) = Estimate(measured, noise, sameSteps, steps);
        var (processesOld, processesNew) = (Processes(measured.Old), Processes(measured.New));
        var verdict = Verdict(estimate, sameSteps);
        var allocation = measured.AllocationFactor() is { } factor && estimate is not null
            && Verdict(Estimate(measured with { Unit = WorkUnit.Seconds }, noise, sameSteps, steps).Estimate, sameSteps) != verdict
            ? QuestionText.OtherAllocation(factor)
            : null;
        if (allocation is not null) verdict = FleetDeployDocument.NotEnoughEvidence;
        return new()
        {
            Service = service.Length == 0 ? null : service,
            Before = change.Before,
            After = change.After,
            At = UnixTime.Text(new DateTimeOffset(change.First * steps.Ticks, TimeSpan.Zero)),
            Verdict = verdict,
            ChangePercent = estimate?.Interval(estimate.Reach(Error)),
            Per = measured.Unit.Name,
            ProcessesBefore = processesOld,
            ProcessesAfter = processesNew,
            SameHours = sameSteps,
            P99BeforeMs = old.P99,
            P99AfterMs = next.P99,
            Reason = noise <= 0 ? QuestionText.NoStops
                : Math.Min(processesOld, processesNew) < RatioEstimate.FewestProcesses ? QuestionText.FewProcesses
                : Math.Min(rates.Count(rate => !rate.IsNew), rates.Count(rate => rate.IsNew)) < RatioEstimate.FewestProcesses
                    ? QuestionText.FewStops
                : estimate is null ? QuestionText.FewHours
                : allocation is not null ? allocation
                : verdict == FleetDeployDocument.NotEnoughEvidence ? QuestionText.WideInterval
                : !sameSteps ? QuestionText.OtherHours
                : !estimate.IsPaired && HaveNoHostInCommon(measured) ? QuestionText.OtherHosts
                : null,
            ReportBefore = MedianReport(measured.Old),
            ReportAfter = MedianReport(measured.New),
        };
    }

    private static (StopTally Old, StopTally New, double Noise) Tally(WorkSides sides)
    {
        var (old, next, both) = (new StopTally(), new StopTally(), new StopTally());
        foreach (var slice in sides.Old) Add(slice, old);
        foreach (var slice in sides.New) Add(slice, next);
        return (old, next, both.NoiseSeconds);

        void Add(FleetSlice slice, StopTally side)
        {
            side.Add(slice.Stops);
            both.Add(slice.Stops);
        }
    }

    private static (RatioEstimate? Estimate, List<ProcessRate> Rates) Estimate(
        WorkSides sides, double noise, bool sameSteps, TimeSteps steps)
    {
        var compared = sides.Slices(steps);
        var rates = ProcessRates.Compute(compared, noise, sameSteps);
        var estimate = noise > 0 ? RatioEstimate.FromProcesses(rates) : null;
        if (estimate is not null && !sameSteps)
        {
            estimate = LoadDrift.Measure(compared, noise) is not { } drift ? null : estimate with
            {
                Error = Math.Sqrt((estimate.Error * estimate.Error) + drift.Variance),
                Degrees = Math.Min(estimate.Degrees, drift.Degrees),
            };
        }

        return (estimate, rates);
    }

    private static string Verdict(RatioEstimate? estimate, bool sameSteps)
    {
        if (estimate is null || Math.Min(estimate.Old, estimate.New) < RatioEstimate.FewestProcesses)
            return FleetDeployDocument.NotEnoughEvidence;
        var least = Math.Log(sameSteps ? LeastCalled : LeastCalledApart);
        if (Math.Abs(estimate.Log) >= Math.Max(least, estimate.Reach(VerdictError)))
            return estimate.Log > 0 ? FleetDeployDocument.Worse : FleetDeployDocument.Better;
        var interval = estimate.Interval(estimate.Reach(Error));
        return interval.Low > -MattersPercent && interval.High < MattersPercent
            ? FleetDeployDocument.NoEffect : FleetDeployDocument.NotEnoughEvidence;
    }

    private static int Processes(List<FleetSlice> slices) =>
        slices.Select(slice => slice.Process).Distinct(StringComparer.Ordinal).Count();

    private static bool HaveNoHostInCommon(WorkSides sides)
    {
        var hosts = sides.Old.Select(slice => slice.Host).ToHashSet(StringComparer.Ordinal);
        return !sides.New.Exists(slice => hosts.Contains(slice.Host));
    }

    private static FleetReportLink? MedianReport(List<FleetSlice> slices)
    {
        var linked = slices.Where(slice => slice.Report is not null).OrderBy(slice => slice.Stops.SumSeconds / slice.CoveredSeconds)
            .ToList();
        return ReportLinks.From(linked.Count == 0 ? null : linked[linked.Count / 2].Report);
    }
}
