using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;
using Unpause.Settings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// ZGC or Shenandoah freed memory more slowly than the program allocated it, so threads had to wait: pauses look small and
/// requests are slow all the same.
/// </summary>
internal sealed class AllocationStalls : Rule
{
    private static readonly Threshold Least = Threshold.Milliseconds(
        "least total of ZGC's stalls", 10, "one stall of a thread at the start of a program is none to act upon");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a wait that makes the finding high", 100, "a request that meets it is late; Shenandoah's pauses for it count, too");

    private static readonly VersionRange ModeIsDefault = VersionRange.Parse("23..");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "allocation-stalls",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Threads wait for ZGC to free memory ({Least} in all or more), or Shenandoah gives up at least "
            + $"{ShenandoahStalls.LeastGivenUp} of its collections ({ShenandoahStalls.FewestGivenUp} or more) or holds threads back "
            + $"for {ShenandoahStalls.LeastPaced} of the time: small pauses, but as bad for the request.",
        Background = "ZGC or Shenandoah freed memory more slowly than the program allocated it, so threads had to wait: pauses look small "
            + "and requests are slow all the same. ZGC lets a thread wait (Allocation Stall). Shenandoah holds each allocation back "
            + "a little (pacing), gives a concurrent cycle up and ends it in a pause (degenerated), and at last collects everything "
            + "in one (full).",
        Thresholds =
        [
            Least, VeryLong, ShenandoahStalls.FewestGivenUp, ShenandoahStalls.LeastGivenUp, ShenandoahStalls.LeastPaced,
            ShenandoahStalls.HighPaced
        ],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "give a concurrent collector more free memory to work in",
            "use the generational mode",
            "let it begin earlier, or work with more threads",
        ],
        FollowsFrom = ["growing-live-set", "cramped-heap"],
        Confidence = Confidence.Certain("the runtime tells each wait"),
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

        if (total < Least.Nanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("stalls", "waits of single threads", process.Recording.Stalls.Count, "stalls"),
            Evidence.Time("stall_total_ms", "their total, over all threads", total),
            Evidence.Time("stall_max_ms", "the longest", max),
            Evidence.Time("total_pause_ms", "for comparison, all pauses together", process.Summary.Pauses.TotalNanoseconds),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        List<Advice> advice =
        [
            new("A concurrent collector needs free memory to work in: a larger heap is the first cure.", "-Xmx"),
            .. Generational(process),
            new("Let it mark with more threads, if CPUs are free (JDK 11 and later).", "-XX:ConcGCThreads=4"),
        ];
        var severity = max >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id, severity,
            $"Threads waited {Quantities.Count(process.Recording.Stalls.Count, "time")} for memory, up to {Quantities.Duration(max)}",
            evidence, advice, null));
    }

    /// <summary>The mode that frees young objects first: what this version needs for it; nothing where it is on.</summary>
    private static List<Advice> Generational(AnalysedProcess process)
    {
        var versions = JvmFacts.Of(process).Versions;
        if (process.Recording.Collections.Any(collection => collection.Generation == Generations.Young)
            || ModeIsDefault.Contains(versions))
        {
            return [];
        }

        return VersionRange.Parse("..20").Contains(versions)
            ? [new("JDK 21 and later have a ZGC with generations, which frees young objects far sooner (the only one from 24 on).")]
            : [new(
                "Use the generational mode, which frees young objects far sooner (JDK 21 and 22 need the switch, 23 has it on, 24 and "
                + "later know nothing else).",
                "-XX:+UseZGC -XX:+ZGenerational")];
    }
}
