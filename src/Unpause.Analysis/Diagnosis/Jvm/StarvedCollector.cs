namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Pauses that are far longer than the CPU time of their GC threads, or that spend it in the kernel: swapping, CPU limits, page faults,
/// slow disks under the log.
/// </summary>
internal sealed class StarvedCollector : Rule
{
    private static readonly Threshold Least = Threshold.Milliseconds(
        "shortest pause to check", 100, "CPU times are logged in steps of 10 ms, too coarse for shorter pauses");

    private static readonly Threshold Waited = Threshold.Percent(
        "CPU time relative to the pause below which GC threads were starved", 80,
        "without starvation at least one thread runs all the time; the rest allows for rounding");

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "smallest share of pause time", 10, "below it, other pauses matter more");

    private static readonly Threshold VeryLong = Threshold.Seconds(
        "pause from which the finding is high", 1, "requests time out or are retried");

    private static readonly Advice[] OnWaiting =
    [
        new(
            "Check what uses the CPUs during the pauses. More runnable threads (r) than CPUs mean neighbour processes, st is steal by "
            + "the hypervisor, si and so are swapping. Give the process dedicated CPUs or more memory.",
            "vmstat 1"),
        new(
            "Check CPU limits: a container that used up its quota is throttled until the next period (nr_throttled in cpu.stat).",
            "cat /sys/fs/cgroup/cpu.stat"),
    ];

    private static readonly Advice[] OnKernel =
    [
        new(
            "Kernel time while the heap grows is page faults: pre-touch the heap at startup, and avoid compaction for transparent "
            + "huge pages (JDK 8 and later).",
            "-XX:+AlwaysPreTouch"),
    ];

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "starved-collector",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"In pauses of at least {Least}, GC threads are starved of CPU (CPU time of all threads below {Waited} of the pause) or "
            + $"spend more time in the kernel than in the collector. Such pauses take at least {LeastOfPauses} of pause time.",
        Background = "The pauses are far longer than the CPU time of their GC threads, or spend it in the kernel. Causes are CPU "
            + "starvation by neighbour processes, CPU limits, swapping, page faults and slow disks under the "
            + "log. No collector setting helps against them.",
        Thresholds = [Least, Waited, LeastOfPauses, VeryLong],
        Needs = [JvmNeeds.CpuTimes],
        Advises =
        [
            "check for neighbour processes, steal time and swapping during the pauses",
            "check for CPU throttling (nr_throttled)",
            "pre-touch the heap at startup",
        ],
        // Copying gigabytes that should have died hits the machine's limits first; once released, they are not copied at all.
        FollowsFrom = ["dominant-retainer", "objects-retained-too-long", "growing-live-set", "metadata-collections"],
        Confidence = Confidence.Likely("CPU times and pause lengths support it; they cannot show what used the CPU"),
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
                $"pauses of at least {Least} with CPU time below {Waited} of their length", waited.PauseCount, "pauses"),
            Evidence.Time("waiting_pause_total_ms", "total time of these pauses", waited.PauseTotalNanoseconds),
            Evidence.Time("waiting_pause_cpu_ms", "CPU time in these pauses, over all GC threads", computed),
            Evidence.Count(
                "kernel_pauses", $"pauses of at least {Least} with more kernel time than user time", kernel.PauseCount, "pauses"),
            Evidence.Time("kernel_pause_total_ms", "total time of these pauses", kernel.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", "longest of all these pauses", max),
        ];
        var pauses = Quantities.Count(count, "long pause");
        var title = mostWaited
            ? $"GC threads were starved of CPU in {pauses} of up to {Quantities.Duration(max)}: they ran for "
                + $"{Quantities.Duration(computed.Value)} of {Quantities.Duration(waited.PauseTotalNanoseconds.Value)}"
            : $"{pauses} of up to {Quantities.Duration(max)} spent most of their CPU time in the kernel";
        return Verdict.Found(new Finding(
            Id,
            max >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium,
            title,
            evidence,
            mostWaited ? [.. OnWaiting, .. OnKernel] : [.. OnKernel, .. OnWaiting],
            $"Saves up to {Quantities.Duration(lost)} of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
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

    /// <summary>Pause time multiplied by the kernel's share of CPU time.</summary>
    private static long KernelShare(Recording recording, CollectionGroup kernel)
    {
        var cpu = Sum(recording, kernel, collection => collection.CpuNanoseconds);
        var system = Sum(recording, kernel, collection => collection.SystemCpuNanoseconds);
        return cpu == 0 ? 0 : (long)(kernel.PauseTotalNanoseconds.Value * Math.Min(1, (double)system.Value / cpu.Value));
    }
}
