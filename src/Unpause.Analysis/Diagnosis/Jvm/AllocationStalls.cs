using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// ZGC or Shenandoah freed memory more slowly than the application allocated it, so threads had to wait: requests are slow although
/// pauses are short.
/// </summary>
internal sealed class AllocationStalls : Rule
{
    private static readonly Threshold Least = Threshold.Milliseconds(
        "smallest total of ZGC allocation stalls", 10, "a single stall at startup does not matter");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "stall from which the finding is high", 100,
        "a request that meets it is late; Shenandoah's degenerated and full GCs count, too");

    private static readonly Threshold ManyProcessors = Threshold.Count(
        "processors from which more concurrent GC threads are advised", 8, "processors", "with fewer they take them from the application");

    private static readonly VersionRange ModeIsDefault = VersionRange.Parse("23..");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "allocation-stalls",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"ZGC's allocation stalls take at least {Least} in total, or its tables name waiting threads. Or at least "
            + $"{ShenandoahStalls.LeastGivenUp} of Shenandoah's cycles ({ShenandoahStalls.FewestGivenUp} or more) degenerate, or its "
            + $"pacing delays threads for at least {ShenandoahStalls.LeastPaced} of the time. Pauses are short, but "
            + "requests wait all the same.",
        Background = "ZGC or Shenandoah freed memory more slowly than the application allocated it, so threads had to wait: requests are "
            + "slow although pauses are short. ZGC blocks the allocating thread (Allocation Stall). Shenandoah first delays each "
            + "allocation a little (pacing), then finishes the concurrent cycle in a pause (degenerated GC), and finally runs a "
            + "full collection in a pause (full GC).",
        Thresholds =
        [
            Least, VeryLong, ManyProcessors, ShenandoahStalls.FewestGivenUp, ShenandoahStalls.LeastGivenUp, ShenandoahStalls.LeastPaced,
            ShenandoahStalls.HighPaced
        ],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "give the heap more room: a concurrent collector needs free memory to work in",
            "use the generational mode",
            "start the concurrent cycle earlier, or give it more threads",
        ],
        FollowsFrom = ["growing-live-set", "cramped-heap"],
        Confidence = Confidence.Certain("the runtime reports each stall"),
        Versions = "ZGC of JDK 11 and later, Shenandoah of JDK 12 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/z/zPageAllocator.cpp (allocation stalls)",
            "OpenJDK, src/hotspot/share/gc/shenandoah/shenandoahPacer.cpp, shenandoahDegeneratedGC.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector == JvmCollectors.Shenandoah) return ShenandoahStalls.Check(Id, process, VeryLong);
        var total = default(Total);
        long max = 0;
        foreach (var stall in process.Recording.Stalls)
        {
            total += stall.DurationNanoseconds;
            max = Math.Max(max, stall.DurationNanoseconds);
        }

        if (process.Recording.Stalls.Count == 0) return WaitingThreads.Check(Id, process, AdviceOn(process));
        if (total < Least.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("stalls", "allocation stalls of single threads", process.Recording.Stalls.Count, "stalls"),
            Evidence.Time("stall_total_ms", "total allocation stall time, over all threads", total),
            Evidence.Time("stall_max_ms", "longest allocation stall", max),
            Evidence.Time("total_pause_ms", "for comparison: total pause time", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        var severity = max >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id, severity,
            $"Threads waited for memory in {Quantities.Count(process.Recording.Stalls.Count, "allocation stall")} "
            + $"of up to {Quantities.Duration(max)}",
            evidence, AdviceOn(process),
            $"Saves up to {Quantities.Duration(total)} of waiting, over all threads.",
            Gain.UpTo(GainMetrics.TotalStall, total.Value / 1e6, "ms")));
    }

    private static List<Advice> AdviceOn(AnalysedProcess process) =>
    [
        new(
            "Give the heap more room first: a concurrent collector needs free memory to work in. It costs no CPU time.",
            "-Xmx"),
        .. Generational(process),
        .. Threads(process),
    ];

    /// <summary>Concurrent GC threads take CPU time from the application where there are few processors.</summary>
    private static IEnumerable<Advice> Threads(AnalysedProcess process) => JvmFacts.From(process).Processors >= ManyProcessors.Value
        ? [new(
            "Give it more concurrent GC threads if CPUs are idle while threads wait; on busy CPUs they only take time from the application "
            + "(JDK 11 and later).",
            "-XX:ConcGCThreads=4")]
        : [];

    /// <summary>Advice on the generational mode for this version; none if it is on.</summary>
    private static List<Advice> Generational(AnalysedProcess process)
    {
        var versions = JvmFacts.From(process).Versions;
        if (process.Recording.Collections.Any(collection => collection.Generation == Generations.Young)
            || ModeIsDefault.Contains(versions))
        {
            return [];
        }

        return VersionRange.Parse("..20").Contains(versions)
            ? [new("JDK 21 and later have a generational ZGC, which frees young objects far sooner (the only mode from JDK 24 on).")]
            : [new(
                "Use the generational mode, which frees young objects far sooner. JDK 21 and 22 need the switch. It is the default in "
                + "JDK 23 and the only mode from JDK 24 on.",
                "-XX:+UseZGC -XX:+ZGenerational")];
    }
}
