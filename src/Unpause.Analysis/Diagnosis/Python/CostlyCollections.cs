using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>A notable share of the time goes into CPython's collections, whatever they free.</summary>
internal sealed class CostlyCollections : Rule
{
    private static readonly Threshold Act = Threshold.Percent(
        "least share of the time", 10, "a tenth of the time is never nothing");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 25, "then the collector is what to work on first");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 5, "collections", "fewer are no rate: below, the finding only asks for a longer recording");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 1, "a shorter one is a start: below, the finding only asks for a longer recording");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "costly-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Collections take {Act} of the time or more; the finding names the generation that takes most of it.",
        Background = "While CPython collects, none of the program's Python code runs. The collector only looks for cycles: everything "
            + "else has been freed by reference counting. How often it runs depends on how many containers are made, not on how many "
            + "cycles there are.",
        Thresholds =
        [
            Act, High, Fewest, Least, FutileWork.MuchFreed, FutileWork.LeastObject, FutileWork.NotableFull, FutileWork.ColdYoung,
            CyclicWork.Pile,
        ],
        Needs = [PythonNeeds.Length],
        Helps = [PythonNeeds.Cycles],
        Advises =
        [
            "break the cycles where collections free much (unpause cycles names them)",
            "raise the thresholds where full collections take much of it",
            "freeze what is loaded at start-up (gc.freeze)",
            "turn the collector off for a job that ends soon (gc.disable), where the memory is there",
        ],
        FollowsFrom = ["explicit-collections", "growing-heap", "futile-collections"],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the runtime tells how long each collection took"),
        Versions = "CPython 3; freeze from 3.7 on. The advice differs for 3.14.0 to 3.14.4 and for free-threaded builds.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Python/gc.c and gh-148726 (the incremental collector was taken back in 3.14.5)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, pauses) = (process.Recording, process.Summary.Pauses);
        if (recording.Collections.Count == 0) return Verdict.Silent;
        if (pauses.ThroughputPercent is not { } throughput || recording.ObservedNanoseconds is not { } observed)
        {
            return PythonNeeds.Length.Missing();
        }

        var percent = 100 - throughput;
        if (percent < Act.Value) return Verdict.Silent;
        var brief = pauses.Count < Fewest.Value || observed < Least.Nanoseconds;
        var main = process.Summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        var share = 100.0 * main.PauseTotalNanoseconds / Math.Max(1, pauses.TotalNanoseconds);
        var work = process.Shared(FutileWork.Of)!;
        var advice = ThresholdAdvice.For(recording.Source);
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Info : percent >= High.Value ? Severity.High : Severity.Medium,
            (IsForCycles(work)
                ? $"Reference cycles: collections free {Quantities.Percent(work.FreedPercent!.Value)} of the objects that come, and take "
                    + $"{Quantities.Percent(percent)} of the time"
                : $"{Quantities.Percent(percent)} of the time goes into collections, most of it into {main.Generation} ({share:0} %)")
            + (brief ? $", in a recording of only {Quantities.Duration(observed)}" : ""),
            [.. EvidenceOf(process, work, advice, percent), .. LookAdvice.Evidence(recording)],
            brief
                ? [new("Record longer, while the program does its work: this may be its start.")]
                : [.. AdviceOn(work, advice, GrowingHeap.Of(process) is not null), .. LookAdvice.On(recording)],
            brief ? null : ExpectedGain(work, advice),
            brief ? null : Gain.PausesUpTo(process, work.Automatic.PauseTotalNanoseconds))
        {
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
            TimeBack = new TimeBack(
                (long)(!IsForCycles(work) && work.FullCollectionsMatter(advice) && work.GainOf(advice) is { } gain
                    ? gain.Most
                    : work.Automatic.PauseTotalNanoseconds),
                "the collections that it should save"),
        });
    }

    /// <summary>Whether the time goes into freeing, not into looking at the same objects again.</summary>
    private static bool IsForCycles(FutileWork work) => work is { FreesMuch: true, IsMostlyFull: false };

    private static List<Evidence> EvidenceOf(AnalysedProcess process, FutileWork work, ThresholdAdvice advice, double percent)
    {
        var pauses = process.Summary.Pauses;
        List<Evidence> evidence =
        [
            Evidence.Percent("paused_percent", "share of the recording's time in collections", percent),
            Evidence.Time("total_pause_ms", $"time of all {Quantities.Count(pauses.Count)} collections", pauses.TotalNanoseconds),
            Evidence.Time("max_pause_ms", "the longest of them", pauses.MaxNanoseconds ?? 0),
        ];
        foreach (var generation in process.Summary.Collections.ByGeneration)
        {
            evidence.Add(Evidence.Time(
                "generation_pause_total_ms",
                $"time of {Quantities.Count(generation.Count)} {generation.Generation} collections", generation.PauseTotalNanoseconds));
        }

        foreach (var cause in process.Summary.Collections.ByCause)
        {
            var why = cause.Cause switch
            {
                Causes.Induced => "asked for by code (gc.collect)",
                Causes.Allocation => "begun by a threshold",
                _ => "whose reason the recording doesn't tell",
            };
            evidence.Add(Evidence.Time(
                "cause_pause_total_ms", $"time of {Quantities.Count(cause.Count)} collections {why}", cause.PauseTotalNanoseconds));
        }

        evidence.Add(Evidence.Count("freed_objects", "objects in cycles that automatic collections freed", work.Freed, "objects"));
        if (work is { FreedPercent: { } freed, Allocated: { } allocated })
        {
            evidence.Add(Evidence.Percent(
                "freed_percent", $"their share of the {Quantities.Count(allocated)} objects that were new at those collections", freed));
        }

        evidence.Add(Evidence.Fact("thresholds_in_force", advice.InForce));
        return evidence;
    }

    private static IEnumerable<Advice> AdviceOn(FutileWork work, ThresholdAdvice advice, bool heapGrows)
    {
        var isForCycles = IsForCycles(work);
        // Of young collections that free what they look at, frozen objects spare nothing.
        var rest = advice.All(work.FullCollectionsMatter(advice), heapGrows, freezes: !isForCycles).ToList();
        var least = Quantities.Bytes(work.Freed.Value * FutileWork.LeastObject.Value);
        var off = new Advice(
            "A program that does one job and ends soon (a build, a batch, a test run) can do without: turn the collector off, before the "
            + "modules are loaded that make most objects. What is in cycles then stays in memory until the end, here the "
            + $"{Quantities.Count(work.Freed)} objects that automatic collections freed, {least} at the very least: compare the peak of "
            + "memory. Not for a service: "
            + "its cycles would pile up.",
            Code: "import gc\ngc.disable()");
        if (!work.FreesMuch) return [rest[0], off, .. rest[1..]];
        var cycles = CycleAdvice.Broken(
            $"automatic collections freed {Quantities.Count(work.Freed)} objects, {Quantities.Percent(work.FreedPercent!.Value)} of those "
            + "that came");
        return isForCycles ? [cycles, .. rest, off] : [rest[0], off, cycles, .. rest[1..]];
    }

    private static string ExpectedGain(FutileWork work, ThresholdAdvice advice)
    {
        var all = Quantities.Duration(work.Automatic.PauseTotalNanoseconds);
        if (IsForCycles(work))
        {
            return $"At most the {all} of the automatic collections, where the cycles are broken. Thresholds spare little of it: young "
                + "collections look at every new object once, in batches of any size.";
        }

        var off = $"At most the {all} of the automatic collections, where they are turned off.";
        if (advice.IsFollowed) return $"{off} The thresholds are high already.";
        if (!work.FullCollectionsMatter(advice) || work.GainOf(advice) is not { } gain)
            return $"{off} How much thresholds save the recording doesn't tell: try them and compare.";
        return $"{off} The thresholds save {gain.Spared}: {gain.Rest(work)}.";
    }
}
