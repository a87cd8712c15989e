using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// CPython's collector runs, and finds almost no cycles: reference counting has freed nearly everything already, so
/// the pauses buy nothing.
/// </summary>
internal sealed class FutileCollections : Rule
{
    private static readonly Threshold MostlyFutile = Threshold.Percent(
        "least share of the collector's time that is futile", 80, "where more is of use, thresholds would only put it off");

    /// <summary>From which share of the time on what collections take is worth a change.</summary>
    public static readonly Threshold Least = Threshold.Percent("least share of the time", 2, "below it nobody would notice the change");

    /// <summary>From which share of the time on it is what to change first.</summary>
    public static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then the collector is what to work on first");

    private static readonly Threshold LongPause = Threshold.Milliseconds(
        "a collection that makes the finding high", 100, "a request that meets it is late");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 20, "collections", "fewer may be a program that just starts");

    private static readonly Threshold LeastTime = Threshold.Milliseconds(
        "least futile time where the recording has no length", 100, "in place of the share of the time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "futile-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Automatic collections that free at most {FutileWork.MostFreed} of what they look at anew take {MostlyFutile} of "
            + $"CPython's collector's time or more, and at least {Least} of the program's.",
        Background = "Reference counting has freed nearly everything already when CPython's collector runs: it only looks for cycles. "
            + "Where it finds almost none, its pauses buy nothing. Full collections look at every object each time; young ones at "
            + "each new object once.",
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
            "freeze what is loaded at start-up (gc.freeze)",
            "check the slowest requests afterwards, not the mean",
        ],
        FollowsFrom = ["growing-heap"],
        Confidence = Confidence.Certain("the runtime tells what each collection found"),
        Versions = "CPython 3; freeze from 3.7 on. 3.14.0 to 3.14.4 collect in increments and have advice of their own, as free-threaded "
            + "builds do.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Python/gc.c and gh-148726 (the incremental collector was taken back in 3.14.5)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var work = process.Shared(FutileWork.Of)!;
        if (work.Automatic.Count == 0 && process.Recording.Collections.Count >= Fewest.Value && process.Recording.Pauses.Count == 0)
        {
            return PythonNeeds.Times.Missing();
        }

        if (work.Automatic.Count < Fewest.Value
            || work.Futile.PauseTotalNanoseconds < work.Automatic.PauseTotalNanoseconds * MostlyFutile.Share)
        {
            return Verdict.Silent;
        }

        var percent = process.Recording.DurationNanoseconds is > 0 and { } duration
            ? 100.0 * work.Futile.PauseTotalNanoseconds / duration
            : (double?)null;
        if (percent < Least.Value || (percent is null && work.Futile.PauseTotalNanoseconds < LeastTime.Nanoseconds)) return Verdict.Silent;
        var severity = percent >= High.Value || work.Futile.PauseMaxNanoseconds >= LongPause.Nanoseconds ? Severity.High : Severity.Medium;
        var advice = ThresholdAdvice.For(process.Recording.Source);
        return Verdict.Found(new Finding(
            Id,
            severity,
            Title(work, percent),
            [.. EvidenceOf(work, percent, advice), .. LookAdvice.Evidence(process.Recording)],
            [
                .. advice.All(work.FullCollectionsMatter(advice), GrowingHeap.Of(process) is not null),
                .. LookAdvice.On(process.Recording),
            ],
            ExpectedGain(work, percent, advice),
            GainOf(process, work, advice)));
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
                $"automatic collections that freed at most {FutileWork.MostFreed} of the objects that had come since their "
                + "generation was last looked at",
                work.Futile.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "their time", work.Futile.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"the longest of them (collection {work.Futile.LongestNumber})", work.Futile.PauseMaxNanoseconds),
            Evidence.Count("freed_objects", "objects that all automatic collections freed", work.Freed, "objects"),
        ];
        if (percent is { } share) evidence.Insert(2, Evidence.Percent("share_of_recording_percent", "their share of the recording", share));
        if (work.Allocated is { } allocated)
        {
            evidence.Add(Evidence.Count("new_objects", "objects that were new at those collections", allocated, "objects"));
        }

        for (var generation = 0; generation < 3; generation++)
        {
            var collections = work.Of(generation);
            if (collections.Count == 0) continue;
            evidence.Add(Evidence.Time(
                "generation_pause_total_ms",
                $"time of {collections.Count:N0} gen{generation} collections, which freed {work.FreedBy(generation):N0} objects",
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
            return $"How much of the {all} goes with rarer collections depends on how much each looks at, which this collector does not "
                + "tell: try it and compare.";
        }

        if (advice.IsFollowed)
        {
            return $"The thresholds are high already: raising them further makes collections longer. gc.freeze and gc.disable around bulk "
                + $"loading spare at most {all}.";
        }

        if (!work.FullCollectionsMatter(advice))
        {
            return "Little from thresholds: young collections look at every new object once, in batches of any size. gc.freeze and "
                + $"gc.disable around bulk loading spare them, at most {all}.";
        }

        if (work.GainOf(advice) is not { } gain)
        {
            return $"How much of the {all} thresholds save the recording doesn't tell, because it doesn't count the objects that came: try "
                + "them and compare.";
        }

        var share = percent is null
            ? ""
            : $", about {percent.Value * gain.Most / Math.Max(1, work.Futile.PauseTotalNanoseconds.Value):0.#} % of the recording at most";
        return $"{char.ToUpperInvariant(gain.Spared[0])}{gain.Spared[1..]} of the collector's {all}{share}: {gain.Rest(work)}.";
    }

    private static Gain? GainOf(AnalysedProcess process, FutileWork work, ThresholdAdvice advice)
    {
        if (advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded) return null;
        return work.FullCollectionsMatter(advice) && !advice.IsFollowed
            ? work.GainOf(advice) is { } gain ? Gain.PausesBetween(process, gain.Least, gain.Most) : null
            : Gain.PausesUpTo(process, work.Automatic.PauseTotalNanoseconds);
    }
}
