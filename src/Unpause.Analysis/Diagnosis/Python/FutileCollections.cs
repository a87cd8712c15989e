namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// CPython's collections find almost no cycles: reference counting has already freed nearly everything, so the pauses gain nothing.
/// </summary>
internal sealed class FutileCollections : Rule
{
    private static readonly Threshold MostlyFutile = Threshold.Percent(
        "minimum share of GC time that is futile", 80, "where more GC time is useful, higher thresholds would only delay it");

    /// <summary>Share of time above which GC is worth a change.</summary>
    public static readonly Threshold Least = Threshold.Percent("minimum share of time", 2, "below this a change has no visible effect");

    /// <summary>Share of time above which GC is the first thing to change.</summary>
    public static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then GC is the first thing to improve");

    private static readonly Threshold LongPause = Threshold.Milliseconds(
        "a collection that makes the finding high", 100, "a request that overlaps it is late");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of collections", 20, "collections", "fewer may be a start-up phase");

    private static readonly Threshold LeastTime = Threshold.Milliseconds(
        "minimum futile time where the recording's length is unknown", 100, "instead of the share of time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "futile-collections",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Automatic collections that free at most {FutileWork.MostFreed} of the new objects they scan take at least "
            + $"{MostlyFutile} of CPython's GC time, and at least {Least} of the process's time.",
        Background = "When CPython collects, reference counting has already freed nearly everything. GC only finds reference "
            + "cycles. Where it finds almost none, its pauses gain nothing. A full collection scans every tracked object each "
            + "time, a young collection scans each new object once.",
        Thresholds =
        [
            FutileWork.MostFreed, MostlyFutile, Least, High, LongPause, Fewest, LeastTime, FutileWork.NotableFull, FutileWork.ColdYoung,
            CyclicWork.Pile,
        ],
        Needs = [PythonNeeds.Times],
        Helps = [PythonNeeds.Cycles],
        Advises =
        [
            "raise the thresholds, so that generations are collected less often",
            "freeze the objects loaded at start-up (gc.freeze)",
            "check p99 latency afterwards, not the mean",
        ],
        FollowsFrom = ["growing-heap"],
        Confidence = Confidence.Certain("the runtime records what each collection found"),
        Versions = "CPython 3; freeze from 3.7. There is different advice for 3.14.0 to 3.14.4, which collect in "
            + "increments, and for free-threaded builds.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Python/gc.c and gh-148726 (3.14.5 reverted the incremental collector)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var work = process.Shared(FutileWork.Compute)!;
        if (work.Automatic.Count == 0 && process.Recording.Collections.Count >= Fewest.Value && process.Recording.Pauses.Count == 0)
        {
            return PythonNeeds.Times.Missing();
        }

        if (work.Automatic.Count < Fewest.Value
            || work.Futile.PauseTotalNanoseconds < work.Automatic.PauseTotalNanoseconds * MostlyFutile.Share)
        {
            return Verdict.Silent;
        }

        var percent = process.Recording.ObservedNanoseconds is > 0 and { } duration
            ? 100.0 * work.Futile.PauseTotalNanoseconds / duration
            : (double?)null;
        if (percent < Least.Value || (percent is null && work.Futile.PauseTotalNanoseconds < LeastTime.Nanoseconds)) return Verdict.Silent;
        var severity = percent >= High.Value || work.Futile.PauseMaxNanoseconds >= LongPause.Nanoseconds ? Severity.High : Severity.Medium;
        var advice = ThresholdAdvice.For(process.Recording.Source);
        var saved = work.GainOf(advice) is { } estimate ? Gain.PausesBetween(process, estimate.Least, estimate.Most) : null;
        return Verdict.Found(new Finding(
            Id,
            severity,
            Title(work, percent),
            [.. EvidenceOf(work, percent, advice), .. SnapshotAdvice.Evidence(process.Recording)],
            [
                .. advice.All(work.FullCollectionsMatter(advice), GrowingHeap.FindGrowth(process) is not null, gain: saved),
                .. SnapshotAdvice.On(process.Recording),
            ],
            ExpectedGain(work, percent, advice),
            GainOf(process, work, advice, saved)));
    }

    private static string Title(FutileWork work, double? percent) => percent is { } share
        ? $"{work.Futile.Count:N0} of {work.Automatic.Count:N0} collections freed almost nothing, and took {share:0.#} % of the time"
        : $"{work.Futile.Count:N0} of {work.Automatic.Count:N0} collections freed almost nothing, and "
            + $"took {Quantities.Duration(work.Futile.PauseTotalNanoseconds)}";

    private static List<Evidence> EvidenceOf(FutileWork work, double? percent, ThresholdAdvice advice)
    {
        List<Evidence> evidence =
        [
            Evidence.Count(
                "futile_collections",
                $"automatic collections that freed at most {FutileWork.MostFreed} of the objects allocated "
                + "since the last collection of their generation",
                work.Futile.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "their total time", work.Futile.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"longest (collection {work.Futile.LongestNumber})", work.Futile.PauseMaxNanoseconds),
            Evidence.Count("freed_objects", "objects freed by all automatic collections", work.Freed, "objects"),
        ];
        if (percent is { } share) evidence.Insert(2, Evidence.Percent(
            "share_of_recording_percent", "their share of the recording's time", share));
        if (work.Allocated is { } allocated)
        {
            evidence.Add(Evidence.Count("new_objects", "objects that were new at those collections", allocated, "objects"));
        }

        for (var generation = 0; generation < 3; generation++)
        {
            var collections = work.GetGeneration(generation);
            if (collections.Count == 0) continue;
            evidence.Add(Evidence.Time(
                "generation_pause_total_ms",
                $"total time of {collections.Count:N0} gen{generation} collections, which freed {work.FreedBy(generation):N0} objects",
                collections.PauseTotalNanoseconds));
        }

        evidence.Add(Evidence.Fact("thresholds_in_force", advice.InForce));
        return evidence;
    }

    private static string ExpectedGain(FutileWork work, double? percent, ThresholdAdvice advice)
    {
        var all = Quantities.Duration(work.Automatic.PauseTotalNanoseconds);
        if (advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded)
        {
            return $"Rarer collections save part of the {all}. How much depends on the number of objects each scans, which this "
                + "collector does not report: try it and compare.";
        }

        if (advice.IsFollowed)
        {
            return "The thresholds are already high: higher ones make each collection longer. gc.freeze, and "
                + $"gc.disable during bulk loading, save up to {all}.";
        }

        if (!work.FullCollectionsMatter(advice))
        {
            return "Higher thresholds save little: young collections scan each new object once, whatever the batch size. gc.freeze, and "
                + $"gc.disable during bulk loading, save up to {all}.";
        }

        if (work.GainOf(advice) is not { } gain)
        {
            return $"Higher thresholds save part of the {all}. The recording does not count allocated objects, so "
                + "how much is unknown: try them and compare.";
        }

        var share = percent is null
            ? ""
            : $", at most about {percent.Value * gain.Most / Math.Max(1, work.Futile.PauseTotalNanoseconds.Value):0.#} % of the recording";
        return $"Saves {gain.Spared} of {all} of GC time{share}: {gain.Rest(work)}.";
    }

    private static Gain? GainOf(AnalysedProcess process, FutileWork work, ThresholdAdvice advice, Gain? saved)
    {
        if (advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded) return null;
        return work.FullCollectionsMatter(advice) && !advice.IsFollowed
            ? saved
            : Gain.PausesUpTo(process, work.Automatic.PauseTotalNanoseconds);
    }
}
