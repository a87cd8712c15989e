using Unpause.Fleet.Annotations;
using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Questions.Deploys;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Which deploy made stops worse or better. Processes are the unit of evidence. Where old and new version ran in the same hours, these are
/// compared; otherwise the hours before and after the change are, with the drift of the load in the interval. So they are where only an
/// annotation marks a change.
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

    /// <summary>The changes of version, and those that only annotations mark, service by service, the latest first.</summary>
    public static IReadOnlyList<FleetDeployDocument> Ask(IReadOnlyList<FleetSlice> slices, ServiceAnnotations? annotations = null)
    {
        annotations ??= ServiceAnnotations.None;
        var found = new List<(string Service, long At, FleetDeployDocument Document)>();
        foreach (var service in SoundSlices.Keep(slices).GroupBy(slice => slice.Service, StringComparer.Ordinal))
        {
            List<FleetSlice> own = [.. service.OrderBy(slice => slice.Hour)];
            var marks = annotations.Of(service.Key);
            if (marks.Count == 0 && own.TrueForAll(slice => slice.Version == own[0].Version)) continue;
            var steps = TimeSteps.FromSlices(own);
            var versions = own.GroupBy(slice => slice.Version, StringComparer.Ordinal)
                .ToDictionary(version => version.Key, version => version.ToList(), StringComparer.Ordinal);
            var annotated = new AnnotatedChanges(marks, annotations.Unnamed, steps);
            foreach (var change in VersionChanges.Find(own, steps))
            {
                var sides = ComparedSides.Choose(versions[change.Before], versions[change.After], change, steps);
                if (sides.Old.Count == 0 || sides.New.Count == 0) continue;
                var at = change.First * steps.Ticks;
                var name = annotated.NameOf(change, LastStep(versions[change.Before], change, steps));
                found.Add((service.Key, at, Judge(new(service.Key, change.Before, change.After, at, name), sides, steps)));
            }

            foreach (var change in annotated.Others())
            {
                if (annotated.VersionOf(change, own) is not { } version) continue;
                var sides = ComparedSides.Around(versions[version], change, steps);
                if (sides.Old.Count == 0 || sides.New.Count == 0) continue;
                var at = change.Annotation.At.UtcTicks;
                found.Add((service.Key, at, Judge(new(service.Key, version, version, at, change.Annotation), sides, steps)));
            }
        }

        return [.. found.OrderByDescending(one => one.At).Take(Most)
            .OrderBy(one => one.Service, StringComparer.Ordinal).ThenByDescending(one => one.At).Select(one => one.Document)];
    }

    /// <summary>The last step of the new version's run in which the old one ran too.</summary>
    private static long LastStep(List<FleetSlice> old, VersionChange change, TimeSteps steps)
    {
        var last = change.First;
        foreach (var slice in ComparedSides.Within(old, steps, change.First, change.Last)) last = steps.Of(slice);
        return last;
    }

    private static FleetDeployDocument Judge(Deploy deploy, ComparedSides sides, TimeSteps steps)
    {
        var (measured, sameSteps) = (WorkSides.Measure(sides.Old, sides.New), sides.SameSteps);
        var isOneVersion = deploy.Before == deploy.After;
        var (old, next, noise) = Tally(measured);
        var (estimate, rates) = Estimate(measured, noise, sameSteps, steps);
        var (processesOld, processesNew) = (Processes(measured.Old), Processes(measured.New));
        var verdict = Verdict(estimate, sameSteps);
        var allocation = measured.AllocationFactor() is { } factor && estimate is not null
            && Verdict(Estimate(measured with { Unit = WorkUnit.Seconds }, noise, sameSteps, steps).Estimate, sameSteps) != verdict
            ? QuestionText.OtherAllocation(factor, isOneVersion)
            : null;
        if (allocation is not null) verdict = FleetDeployDocument.NotEnoughEvidence;
        return new()
        {
            Service = deploy.Service.Length == 0 ? null : deploy.Service,
            Before = deploy.Before,
            After = deploy.After,
            At = Moment(deploy.At),
            Annotation = deploy.Annotation is { } annotation
                ? new() { Text = annotation.Line(), At = Moment(annotation.At.UtcTicks) }
                : null,
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
                : isOneVersion ? QuestionText.OneVersion
                : !sameSteps ? QuestionText.OtherHours
                : !estimate.IsPaired && HaveNoHostInCommon(measured) ? QuestionText.OtherHosts
                : null,
            ReportBefore = MedianReport(measured.Old),
            ReportAfter = MedianReport(measured.New),
        };
    }

    private static string Moment(long ticks) => UnixTime.Text(new DateTimeOffset(ticks, TimeSpan.Zero));

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

    /// <summary>What is compared.</summary>
    /// <param name="At">In 100 ns.</param>
    private sealed record Deploy(string Service, string Before, string After, long At, DeployAnnotation? Annotation);
}
