using Unpause.Analysis.Events;
using Unpause.Recordings.Waits;

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
        new(
            "If neither shows anything: the JVM writes its GC log within the pause, and waits where the disk is busy. Write it to tmpfs, "
            + "or asynchronously (JDK 17 and later: -Xlog:async)."),
    ];

    private static readonly Advice[] OnKernel =
    [
        new(
            "Kernel time while the heap grows is page faults, or compaction for transparent huge pages. Look whether it goes on after the "
            + "heap has reached its size. If it does not, the JVM can touch the heap at startup instead (-XX:+AlwaysPreTouch), which "
            + "starts more slowly and takes all of its memory at once."),
    ];

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "starved-collector",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
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
        var (waited, kernel) = Judge(process);
        var count = waited.Count + kernel.Count;
        var max = Math.Max(waited.MaxNanoseconds, kernel.MaxNanoseconds);
        var total = (waited.Nanoseconds + kernel.Nanoseconds).Value;
        if (count == 0 || total < process.Summary.Pauses.TotalNanoseconds * LeastOfPauses.Share) return Verdict.Silent;
        var mostWaited = waited.Nanoseconds.Value >= kernel.Nanoseconds.Value;
        var lost = Math.Max(0, waited.Nanoseconds.Value - waited.CpuNanoseconds.Value)
            + (kernel.CpuNanoseconds.Value == 0
                ? 0
                : (long)(kernel.Nanoseconds.Value * Math.Min(1, (double)kernel.SystemNanoseconds.Value / kernel.CpuNanoseconds.Value)));
        List<Evidence> evidence =
        [
            Evidence.Count(
                "waiting_pauses",
                $"pauses of at least {Least} with CPU time below {Waited} of their length", waited.Count, "pauses"),
            Evidence.Time("waiting_pause_total_ms", "total time of these pauses", waited.Nanoseconds),
            Evidence.Time("waiting_pause_cpu_ms", "CPU time in these pauses, over all GC threads", waited.CpuNanoseconds),
            Evidence.Count(
                "kernel_pauses", $"pauses of at least {Least} with more kernel time than user time", kernel.Count, "pauses"),
            Evidence.Time("kernel_pause_total_ms", "total time of these pauses", kernel.Nanoseconds),
            Evidence.Time("pause_max_ms", "longest of all these pauses", max),
        ];
        var pauses = Quantities.Count(count, "long pause");
        var title = mostWaited
            ? $"GC threads were starved of CPU in {pauses} of up to {Quantities.Duration(max)}: they ran for "
                + $"{Quantities.Duration(waited.CpuNanoseconds.Value)} of {Quantities.Duration(waited.Nanoseconds.Value)}"
            : $"{pauses} of up to {Quantities.Duration(max)} spent most of their CPU time in the kernel";
        return Verdict.Found(new Finding(
            Id,
            max >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium,
            title,
            evidence,
            [.. OnQuota(recording), .. mostWaited ? OnWaiting : [.. OnKernel, .. OnWaiting]],
            $"Saves up to {Quantities.Duration(lost)} of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            Gain.PausesUpTo(process, lost))
        {
            Concerns = felt => felt.Pause >= 0 && (waited.Pauses.Contains(felt.Pause) || kernel.Pauses.Contains(felt.Pause)),
        });
    }

    /// <summary>Where the recording shows that the quota was used up.</summary>
    private static IEnumerable<Advice> OnQuota(Recording recording)
    {
        var quota = recording.OtherWaits.FirstOrDefault(wait => wait.What == OtherWait.Throttling);
        if (quota is not { Count: > 0 and var periods }) yield break;
        yield return new(
            $"Raise the CPU limit of the container, or remove it: its quota was used up in {Quantities.Count(periods, "period")}, for "
            + $"{Quantities.Duration(quota.TotalNanoseconds)} in all ({quota.Source}). Parallel GC threads use it up fastest: fewer of "
            + "them (-XX:ParallelGCThreads) help if the limit can't be raised.");
    }

    /// <summary>The long pauses whose GC threads waited, and those that spent their CPU time in the kernel.</summary>
    private static (StarvedPauses Waited, StarvedPauses Kernel) Judge(AnalysedProcess process)
    {
        var causes = process.Shared(recording => new PauseCauses(recording))!;
        var (waited, kernel) = (new StarvedPauses(), new StarvedPauses());
        var index = -1;
        foreach (var pause in process.Recording.Pauses)
        {
            index++;
            if (pause.DurationNanoseconds < Least.Nanoseconds || causes.CpuTime(index) is not var (cpu, system)) continue;
            if (cpu < pause.DurationNanoseconds * Waited.Share) waited.Add(index, pause, cpu, system);
            else if (system > cpu - system) kernel.Add(index, pause, cpu, system);
        }

        return (waited, kernel);
    }

    /// <summary>Some pauses with the CPU time of their GC threads, added up.</summary>
    private sealed class StarvedPauses
    {
        public HashSet<int> Pauses { get; } = [];

        public int Count => Pauses.Count;

        public long MaxNanoseconds { get; private set; }

        public Total Nanoseconds { get; private set; }

        public Total CpuNanoseconds { get; private set; }

        public Total SystemNanoseconds { get; private set; }

        public void Add(int index, in Pause pause, long cpu, long? system)
        {
            Pauses.Add(index);
            MaxNanoseconds = Math.Max(MaxNanoseconds, pause.DurationNanoseconds);
            Nanoseconds += pause.DurationNanoseconds;
            CpuNanoseconds += cpu;
            SystemNanoseconds += system ?? 0;
        }
    }
}
