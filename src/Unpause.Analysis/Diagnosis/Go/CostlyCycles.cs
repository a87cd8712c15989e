namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>A notable share of a Go process's time or CPU is spent on GC, at any rate of GC cycles.</summary>
internal sealed class CostlyCycles : Rule
{
    private static readonly Threshold Act = Threshold.Percent(
        "minimum share of CPU time that GC takes, or of time that is stopped", 10, "a tenth always matters");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 25, "Go targets a quarter of the CPU while it marks: this is as if it always marked");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of collections", 5, "collections",
        "fewer do not show a rate: below this, the finding only asks for a longer recording");

    private static readonly Threshold Least = Threshold.Seconds(
        "shortest recording", 1, "a shorter one is a start-up phase: below this, the finding only asks for a longer recording");

    private static readonly Threshold MostlyForced = Threshold.Percent(
        "share of forced GC cycles above which they are the cause", 50, "then no setting makes them rarer");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "costly-cycles",
        AppliesTo = [Runtimes.Go],
        Summary = $"GC takes at least {Act} of the CPU, or the process is stopped for at least {Act} of the time, "
            + "at any rate of GC cycles.",
        Background = "Go marks concurrently, on the same processors as the application: GC CPU time is taken from requests. A large live "
            + "heap is costly even if it is rarely marked. Stop-the-world pauses are short in Go 1.5 and later. Where they add up, "
            + "threads wait for each other or for a processor. Before 1.5 the whole GC cycle stopped the world.",
        Thresholds = [Act, High, Fewest, Least, MostlyForced],
        Needs = [GoNeeds.Times],
        Helps = [GoNeeds.CpuTimes],
        Advises =
        [
            "let the heap grow more between GC cycles (GOGC), bounded by GOMEMLIMIT",
            "remove calls of runtime.GC()",
            "where pauses add up, find what delays stopping the goroutines, and check the CPU quota",
        ],
        FollowsFrom = ["growing-live-heap", "frequent-collections"],
        IsCatchAll = true,
        Confidence = Confidence.Certain("the runtime prints the times of each cycle"),
        Versions = "All versions of Go that print gctrace lines; GC CPU share from 1.5, GOMEMLIMIT from 1.19.",
        Sources =
        [
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
            "Go 1.5 and 1.14 release notes (concurrent collection; preemption of loops)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, pauses) = (process.Recording, process.Summary.Pauses);
        if (recording.Collections.Count == 0) return Verdict.Silent;
        var (work, stopped) = (process.Shared(GoWork.Compute), 100 - pauses.ThroughputPercent);
        if ((work is null && stopped is null) || recording.ObservedNanoseconds is not { } observed) return GoNeeds.Times.Missing();
        if (!(work?.Percent >= Act.Value) && !(stopped >= Act.Value)) return Verdict.Silent;
        var brief = recording.Collections.Count < Fewest.Value || observed < Least.Nanoseconds;
        // Pauses stop every request, so they rank before concurrent marking.
        var byStops = stopped >= Act.Value;
        var percent = Math.Min(100, byStops ? stopped!.Value : work!.Percent);
        var forced = CollectionGroup.Select(recording, collection => collection.Induced);
        var what = byStops ? "of the time the process is stopped for GC" : "of the CPU is spent on GC";
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Info : percent >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Percent(percent)} {what}" + (brief ? $", in a recording of only {Quantities.Duration(observed)}" : ""),
            EvidenceOf(process, work, stopped, forced),
            brief
                ? [new("Record longer, under representative load: this may be the start-up phase.")]
                : AdviceOn(
                    HeapGrowth.Twice(work, recording.Source), forced.Share > MostlyForced.Share, byStops),
            null)
        {
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
        });
    }

    private static List<Evidence> EvidenceOf(AnalysedProcess process, GoWork? work, double? stopped, CollectionGroup forced)
    {
        var pauses = process.Summary.Pauses;
        List<Evidence> evidence =
        [
            Evidence.Count("collections", "collections", process.Recording.Collections.Count, "collections"),
            Evidence.Time("total_pause_ms", "total pause time", pauses.TotalNanoseconds),
            Evidence.Time("max_pause_ms", "longest pause", pauses.MaxNanoseconds ?? 0),
        ];
        if (stopped is { } percent)
        {
            evidence.Insert(0, Evidence.Percent("paused_percent", "share of the recording's time in stop-the-world pauses", percent));
        }

        if (work is not null)
        {
            evidence.Insert(0, Evidence.Percent(
                "gc_cpu_percent",
                $"share of {work.Cpu.Processors:0} processors' time spent on GC (mark assists, workers, pauses)", work.Percent));
            evidence.Add(Evidence.Size("live_heap_bytes", "live heap, median over the GC cycles", work.LiveBytes));
        }

        if (forced.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "induced_collections",
                "of these, forced by runtime.GC() or debug.FreeOSMemory()", forced.Count, "collections"));
        }

        return evidence;
    }

    private static List<Advice> AdviceOn(Advice room, bool forced, bool byStops)
    {
        if (forced)
        {
            return [new(
                "Remove the calls of runtime.GC() and debug.FreeOSMemory(): each runs a whole GC cycle and blocks its caller until "
                + "sweeping is done. No setting makes them rarer.")];
        }

        if (!byStops) return [room, new("Or shrink the live heap: the cost of marking is proportional to it, and "
            + "above all to its pointers.")];
        return
        [
            new("Find why stopping the world takes so long. Possible causes: fewer processors than GOMAXPROCS (a CPU quota), a busy "
                + "machine, or, before Go 1.14, loops without calls, which cannot be preempted. An execution "
                + "trace shows each pause and the goroutine that stopped last.", Code: "go tool trace"),
            room,
        ];
    }
}
