using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Pauses that last far longer than their threads computed, or whose time went to the kernel: swapping, CPU limits, page faults, slow disks under the log.</summary>
public sealed class StarvedCollector : JvmRule
{
    /// <summary>CPU times are printed in hundredths of a second, so short pauses tell nothing.</summary>
    private const long LeastNanoseconds = 100_000_000;

    private const double LeastShareOfPauses = 0.1;

    /// <inheritdoc/>
    public override string Id => "starved-collector";

    /// <inheritdoc/>
    public override string Summary => "Long pauses in which the collector waited (real > user + sys) or the kernel worked (sys > user).";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (!recording.Collections.Any(collection => collection.CpuNanoseconds is not null))
        {
            return Verdict.NotApplicable("The log has no CPU times of collections: G1, Parallel and Serial print them with -Xlog:gc+cpu (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8).");
        }

        var (waited, kernel, max, total) = Sum(recording);
        if (waited + kernel == 0 || total < process.Summary.Pauses.TotalNanoseconds * LeastShareOfPauses) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("pauses of 100 ms and more that lasted longer than all their CPU time", waited, "pauses"),
            new("pauses of 100 ms and more with more kernel than user time", kernel, "pauses"),
            new("their total", Milliseconds(total), "ms"),
            new("the longest", Milliseconds(max), "ms"),
        ];
        List<Advice> advice =
        [
            new("Look for swapping while it happens: a heap that is paged out makes each collection read it back.", "vmstat 1; swapoff -a"),
            new("Look for CPU limits: a container that used up its quota waits for the next period (nr_throttled in cpu.stat).", "cat /sys/fs/cgroup/cpu.stat"),
            new("Kernel time at a growing heap is page faults: touch it at the start, and keep transparent huge pages from compacting (JDK 8 and later).", "-XX:+AlwaysPreTouch"),
        ];
        var severity = max >= 1_000_000_000 ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(Id, severity, Of($"{Count(waited + kernel, "long pause")} went into waiting or the kernel, up to {Milliseconds(max)} ms"), evidence, advice, Of($"Up to {Milliseconds(total)} ms of {Milliseconds(process.Summary.Pauses.TotalNanoseconds)} ms of pauses.")));
    }

    private static (int Waited, int Kernel, long Max, long Total) Sum(Recording recording)
    {
        int waited = 0, kernel = 0;
        long max = 0;
        var total = default(Total);
        foreach (var pause in recording.Pauses)
        {
            if (pause.DurationNanoseconds < LeastNanoseconds) continue;
            var collection = recording.Collections[pause.Collection];
            if (collection is not { CpuNanoseconds: { } cpu, Kind: CollectionKind.Blocking }) continue;
            var system = collection.SystemCpuNanoseconds ?? 0;
            if (cpu < pause.DurationNanoseconds * 0.8) waited++;
            else if (system > cpu - system) kernel++;
            else continue;
            max = Math.Max(max, pause.DurationNanoseconds);
            total += pause.DurationNanoseconds;
        }

        return (waited, kernel, max, total);
    }
}
