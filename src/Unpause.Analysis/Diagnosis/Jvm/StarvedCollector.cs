using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Pauses that last far longer than their threads computed, or whose time went to the kernel: swapping, CPU
/// limits, page faults, slow disks under the log.
/// </summary>
internal sealed class StarvedCollector : Rule
{
    private static readonly Threshold Least = Threshold.Milliseconds(
        "shortest pause that is judged", 100, "CPU times are printed in hundredths of a second, so shorter pauses tell little");

    private static readonly Threshold Waited = Threshold.Percent(
        "CPU time, against the pause's length, below which it waited", 80,
        "where nothing waits, one thread at least computes all the time; the rest allows for rounding");

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "least share of all pause time", 10, "below it other pauses are what to work on first");

    private static readonly Threshold VeryLong = Threshold.Seconds(
        "a pause that makes the finding high", 1, "requests time out or are tried again");

    private static readonly Advice[] OnWaiting =
    [
        new(
            "Look who has the processors meanwhile: more runnable threads (r) than processors are busy neighbours, st is what the "
            + "hypervisor took, si and so are a heap that is read back from the disk. Give the program processors of its own, or memory.",
            "vmstat 1"),
        new(
            "Look for CPU limits: a container that used up its quota waits for the next period (nr_throttled in cpu.stat).",
            "cat /sys/fs/cgroup/cpu.stat"),
    ];

    private static readonly Advice[] OnKernel =
    [
        new(
            "Kernel time at a growing heap is page faults: touch it at the start, and keep transparent huge pages from "
            + "compacting (JDK 8 and later).",
            "-XX:+AlwaysPreTouch"),
    ];

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "starved-collector",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Pauses of {Least} and more that waited (all threads together computed for less than {Waited} of the pause) or went "
            + $"to the kernel (more than to the collector) take {LeastOfPauses} of the pause time or more.",
        Background = "Pauses that last far longer than their threads computed, or whose time went to the kernel: swapping, CPU limits, "
            + "page faults, slow disks under the log. No setting of the collector helps against them.",
        Thresholds = [Least, Waited, LeastOfPauses, VeryLong],
        Needs = [JvmNeeds.CpuTimes],
        Advises =
        [
            "look for busy neighbours, stolen time and swapping while it happens",
            "look for CPU limits (nr_throttled)",
            "touch the heap at the start",
        ],
        // What copies gigabytes that should have died meets the machine's limits first; let go, they aren't copied at all.
        FollowsFrom = ["objects-held-by", "objects-held-too-long", "growing-live-set", "metadata-collections"],
        Confidence = Confidence.Likely("CPU times and lengths fit; what took the CPU they don't tell"),
        Versions = "G1, Parallel and Serial, JDK 8 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/shared/gcTraceTime.cpp (user, sys, real)",
            "Linux, cgroup v2: cpu.stat",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!recording.Collections.Any(collection => collection.CpuNanoseconds is not null))
        {
            return JvmNeeds.CpuTimes.Missing();
        }

        if (process.Summary.Pauses.MaxNanoseconds is not { } longest || longest < Least.Nanoseconds) return Verdict.Silent;
        var waited = CollectionGroup.OfPauses(recording, HasWaited);
        var kernel = CollectionGroup.OfPauses(recording, WasKernels);
        var count = waited.PauseCount + kernel.PauseCount;
        var max = Math.Max(waited.PauseMaxNanoseconds, kernel.PauseMaxNanoseconds);
        var total = (waited.PauseTotalNanoseconds + kernel.PauseTotalNanoseconds).Value;
        if (count == 0 || total < process.Summary.Pauses.TotalNanoseconds * LeastOfPauses.Share) return Verdict.Silent;
        var mostWaited = waited.PauseTotalNanoseconds.Value >= kernel.PauseTotalNanoseconds.Value;
        var computed = Sum(recording, waited, collection => collection.CpuNanoseconds);
        var lost = Math.Max(0, waited.PauseTotalNanoseconds.Value - computed.Value)
            + KernelShare(recording, kernel);
        List<Evidence> evidence =
        [
            Evidence.Count(
                "waiting_pauses",
                $"pauses of {Least} and more whose CPU time was less than {Waited} of their length", waited.PauseCount, "pauses"),
            Evidence.Time("waiting_pause_total_ms", "their total", waited.PauseTotalNanoseconds),
            Evidence.Time("waiting_pause_cpu_ms", "CPU time in them, all threads together", computed),
            Evidence.Count("kernel_pauses", $"pauses of {Least} and more with more kernel than user time", kernel.PauseCount, "pauses"),
            Evidence.Time("kernel_pause_total_ms", "their total", kernel.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", "the longest of both", max),
        ];
        var what = mostWaited
            ? $"waited, up to {Quantities.Duration(max)}: the collector's threads computed {Quantities.Duration(computed.Value)} "
                + $"of {Quantities.Duration(waited.PauseTotalNanoseconds.Value)}"
            : $"went into the kernel, up to {Quantities.Duration(max)}";
        return Verdict.Found(new Finding(
            Id,
            max >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium,
            $"{Quantities.Count(count, "long pause")} {what}",
            evidence,
            mostWaited ? [.. OnWaiting, .. OnKernel] : [.. OnKernel, .. OnWaiting],
            $"Up to {Quantities.Duration(lost)} of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses.",
            Gain.PausesUpTo(process, lost)));
    }

    private static bool IsJudged(in Pause pause, Collection collection) =>
        pause.DurationNanoseconds >= Least.Nanoseconds && collection is { CpuNanoseconds: not null, Kind: CollectionKind.Blocking };

    private static bool HasWaited(in Pause pause, Collection collection) =>
        IsJudged(pause, collection) && collection.CpuNanoseconds < pause.DurationNanoseconds * Waited.Share;

    private static bool WasKernels(in Pause pause, Collection collection) =>
        IsJudged(pause, collection)
        && !HasWaited(pause, collection)
        && collection.SystemCpuNanoseconds is { } system
        && system > collection.CpuNanoseconds - system;

    private static Total Sum(Recording recording, CollectionGroup group, Func<Collection, long?> number)
    {
        var sum = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (group.Has(i)) sum += number(recording.Collections[i]) ?? 0;
        }

        return sum;
    }

    /// <summary>Of pauses, the part that the kernel had of their CPU time.</summary>
    private static long KernelShare(Recording recording, CollectionGroup kernel)
    {
        var cpu = Sum(recording, kernel, collection => collection.CpuNanoseconds);
        var system = Sum(recording, kernel, collection => collection.SystemCpuNanoseconds);
        return cpu == 0 ? 0 : (long)(kernel.PauseTotalNanoseconds.Value * Math.Min(1, (double)system.Value / cpu.Value));
    }
}
