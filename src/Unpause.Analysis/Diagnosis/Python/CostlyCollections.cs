using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>A notable share of a CPython process's time is spent in GC, whatever it frees.</summary>
internal sealed class CostlyCollections : Rule
{
    private static readonly Threshold Act = Threshold.Percent(
        "minimum share of time", 10, "a tenth of the time always matters");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 25, "then GC is the first thing to improve");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of collections", 5, "collections",
        "fewer do not show a rate: below this, the finding only asks for a longer recording");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 1, "a shorter one is a start-up phase: below this, the finding only asks for a longer recording");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "costly-collections",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Collections take at least {Act} of the time. The finding names the generation that takes most of it.",
        Background = "While CPython collects, no Python code of the process runs. The collector only finds reference "
            + "cycles: reference counting frees everything else. How often it runs depends on the number of container "
            + "objects created, not on the number of cycles.",
        Thresholds =
        [
            Act, High, Fewest, Least, FutileWork.MuchFreed, FutileWork.LeastObject, FutileWork.NotableFull, FutileWork.ColdYoung,
            CyclicWork.Pile,
        ],
        Needs = [PythonNeeds.Length],
        Helps = [PythonNeeds.Cycles],
        Advises =
        [
            "break the reference cycles where collections free much (unpause cycles names them)",
            "raise the thresholds where full collections take most of the time",
            "freeze the objects loaded at start-up (gc.freeze)",
            "switch GC off for a job that ends soon (gc.disable), if there is enough memory",
        ],
        FollowsFrom = ["explicit-collections", "growing-heap", "futile-collections"],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the runtime records how long each collection took"),
        Versions = "CPython 3; freeze from 3.7. The advice differs for 3.14.0 to 3.14.4 and for free-threaded builds.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Python/gc.c and gh-148726 (3.14.5 reverted the incremental collector)",
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
        var work = process.Shared(FutileWork.Compute)!;
        var advice = ThresholdAdvice.For(recording.Source);
        var inFinalizers = IsForCycles(work) && RunsFinalizers(process, work);
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Info : percent >= High.Value ? Severity.High : Severity.Medium,
            (inFinalizers
                ? $"Freeing {Quantities.Count(work.Freed, "object")} in reference cycles took {Quantities.Percent(percent)} of the time: "
                    + "finalizers, weakref callbacks or large buffers, not the search for cycles"
                : IsForCycles(work)
                ? $"Reference cycles: collections free {Quantities.Percent(work.FreedPercent!.Value)} of the new objects, and take "
                    + $"{Quantities.Percent(percent)} of the time"
                : $"{Quantities.Percent(percent)} of the time is spent in GC, dominated by {main.Generation} ({share:0} %)")
            + (brief ? $", in a recording of only {Quantities.Duration(observed)}" : ""),
            [.. EvidenceOf(process, work, advice, percent), .. SnapshotAdvice.Evidence(recording)],
            brief
                ? [new("Record longer, under representative load: this may be the start-up phase.")]
                : [.. AdviceOn(work, advice, GrowingHeap.FindGrowth(process) is not null), .. SnapshotAdvice.On(recording)],
            brief ? null : inFinalizers ? WhatFinalizersLeave(work) : ExpectedGain(work, advice),
            brief || inFinalizers ? null : Gain.PausesUpTo(process, work.Automatic.PauseTotalNanoseconds))
        {
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
            NamesCause = inFinalizers || IsForCycles(work),
            TimeBack = inFinalizers ? null : new TimeBack(
                (long)(!IsForCycles(work) && work.FullCollectionsMatter(advice) && work.GainOf(advice) is { } gain
                    ? gain.Most
                    : work.Automatic.PauseTotalNanoseconds),
                "the collections that it should save"),
        });
    }

    /// <summary>Whether collections spend their time on freeing cycles, not on scanning live objects again.</summary>
    private static bool IsForCycles(FutileWork work) => work is { FreesMuch: true, IsMostlyFull: false };

    /// <summary>Whether most of the time went into the program's own code inside the collections, which broken cycles only move.</summary>
    private static bool RunsFinalizers(AnalysedProcess process, FutileWork work)
    {
        var causes = process.Shared(recording => new PauseCauses(recording))!;
        var stops = new FeltStops(process);
        long total = 0;
        for (var i = 0; i < stops.Count; i++)
        {
            if (causes.Find(stops[i]) == PauseCause.Finalizers) total += stops[i].DurationNanoseconds;
        }

        return total * 2.0 > work.Automatic.PauseTotalNanoseconds;
    }

    private static string WhatFinalizersLeave(FutileWork work) =>
        $"Without cycles each object is freed where its last reference goes: the pauses go, their "
        + $"{Quantities.Duration(work.Automatic.PauseTotalNanoseconds)} of work stays, unless finalizers do less.";

    private static List<Evidence> EvidenceOf(AnalysedProcess process, FutileWork work, ThresholdAdvice advice, double percent)
    {
        var pauses = process.Summary.Pauses;
        List<Evidence> evidence =
        [
            Evidence.Percent("paused_percent", "share of the recording's time in collections", percent),
            Evidence.Time("total_pause_ms", $"total time of {Quantities.Count(pauses.Count)} collections", pauses.TotalNanoseconds),
            Evidence.Time("max_pause_ms", "longest collection", pauses.MaxNanoseconds ?? 0),
        ];
        foreach (var generation in process.Summary.Collections.ByGeneration)
        {
            evidence.Add(Evidence.Time(
                "generation_pause_total_ms",
                $"total time of {Quantities.Count(generation.Count)} {generation.Generation} collections",
                generation.PauseTotalNanoseconds));
        }

        foreach (var cause in process.Summary.Collections.ByCause)
        {
            var why = cause.Cause switch
            {
                Causes.Induced => "explicit (gc.collect)",
                Causes.Allocation => "started by a threshold",
                _ => "with a cause that is not recorded",
            };
            evidence.Add(Evidence.Time(
                "cause_pause_total_ms", $"total time of collections {why}: {Quantities.Count(cause.Count)}", cause.PauseTotalNanoseconds));
        }

        evidence.Add(Evidence.Count("freed_objects", "objects in reference cycles freed by automatic collections", work.Freed, "objects"));
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
        // Collections that free what they scan gain nothing from gc.freeze, and rarer ones free as much at once, in longer pauses.
        var rest = advice.All(!isForCycles && work.FullCollectionsMatter(advice), heapGrows, freezes: !isForCycles).ToList();
        var least = Quantities.Bytes(work.Freed.Value * FutileWork.LeastObject.Value);
        var off = new Advice(
            "A process that does one job and ends soon (a build, a batch, a test run) can run without GC: switch it "
            + "off before loading the modules that create most objects. Objects in cycles then stay in memory until "
            + $"the end: here {Quantities.Count(work.Freed)} objects, at least {least}. Compare peak memory. Do not "
            + "do this in a service: its cycles would accumulate.",
            Code: "import gc\ngc.disable()");
        if (!work.FreesMuch) return [rest[0], off, .. rest[1..]];
        var cycles = CycleAdvice.Broken(
            $"automatic collections freed {Quantities.Count(work.Freed)} objects, "
            + $"{Quantities.Percent(work.FreedPercent!.Value)} of the new ones");
        return isForCycles ? [cycles, .. rest, off] : [rest[0], off, cycles, .. rest[1..]];
    }

    private static string ExpectedGain(FutileWork work, ThresholdAdvice advice)
    {
        var all = Quantities.Duration(work.Automatic.PauseTotalNanoseconds);
        if (IsForCycles(work))
        {
            return $"Saves up to {all}, the time of the automatic collections, if the cycles are broken. Higher thresholds save little of "
                + "it: young collections scan each new object once, whatever the batch size.";
        }

        var off = $"Saves up to {all}, the time of the automatic collections, if GC is switched off.";
        if (advice.IsFollowed) return $"{off} The thresholds are already high.";
        if (!work.FullCollectionsMatter(advice) || work.GainOf(advice) is not { } gain)
            return $"{off} The recording does not show how much higher thresholds save: try them and compare.";
        return $"{off} Higher thresholds save {gain.Spared}: {gain.Rest(work)}.";
    }
}
