using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The total GC work of a Go process, from its gctrace lines. Times in milliseconds, sizes in bytes.</summary>
/// <param name="Cycles">All cycles.</param>
/// <param name="Forced">Cycles forced by runtime.GC.</param>
/// <param name="Seconds">Length of the recording.</param>
/// <param name="Cpu">CPU time of GC.</param>
/// <param name="LiveBytes">Live heap, median over the cycles.</param>
/// <param name="RootBytes">Stacks and globals together, median; they count towards the heap goal since 1.18.</param>
/// <param name="GoalBytes">Heap goal, median.</param>
/// <param name="Gogc">GOGC computed from the heap goals: growth over the live heap, in percent; null where the runtime's minimum heap hides
/// it.</param>
internal sealed record GoWork(
    CollectionGroup Cycles,
    CollectionGroup Forced,
    double Seconds,
    CollectorCpu Cpu,
    long LiveBytes,
    long RootBytes,
    long GoalBytes,
    double? Gogc)
{
    /// <summary>Below this live heap the goal is the runtime's minimum of 4 MiB × GOGC/100, or whole MiB are too coarse.</summary>
    private const long SmallHeapBytes = 4L << 20;

    /// <summary>The minimum heap goal at GOGC=100 (heapMinimum of runtime/mgcpacer.go); it grows with GOGC.</summary>
    private const long LeastGoalBytes = 4L << 20;

    /// <summary>Share of all processors' time that GC took from the application: mark assists, workers, pauses.</summary>
    public double Percent => Cpu.Percent;

    /// <summary>CPU time, including idle marking, per marked MiB; null where nothing was marked.</summary>
    public double? MarkNanosecondsPerMebibyte { get; private init; }

    public double PerSecond => Cycles.Count / Seconds;

    /// <summary>Sums up a recording; null when it has no CPU times or no duration.</summary>
    public static GoWork? Compute(Recording recording)
    {
        if (recording.ObservedNanoseconds is not > 0 || recording.Collections.Count == 0) return null;
        if (CollectorCpu.Compute(recording) is not { } cpu) return null;
        var goals = new long[recording.Collections.Count];
        var roots = new Total[goals.Length];
        foreach (var counter in recording.Counters)
        {
            switch (counter.Name)
            {
                case GoCounters.GoalBytes: goals[counter.Collection] = (long)counter.Value; break;
                case GoCounters.StackBytes or GoCounters.GlobalBytes: roots[counter.Collection] += (long)counter.Value; break;
            }
        }

        if (!Array.Exists(goals, goal => goal > 0)) return null;
        var live = new long[goals.Length];
        for (var i = 0; i < live.Length; i++) live[i] = recording.Collections[i].HeapAfterBytes ?? 0;
        var all = CollectionGroup.Select(recording, _ => true);
        var forced = CollectionGroup.Select(recording, collection => collection.Induced);
        var rootBytes = Array.ConvertAll(roots, total => total.Value);
        var gogc = Growth(live, rootBytes, goals);
        double marked = (Total.Sum(live, bytes => bytes) + Total.Sum(rootBytes, bytes => bytes).Value).Value;
        double marking = (double)cpu.AssistNanoseconds + cpu.WorkerNanoseconds + cpu.IdleNanoseconds;
        return new GoWork(
            all, forced, recording.ObservedNanoseconds.Value / 1e9, cpu, Median.Compute(live),
            Median.Compute(rootBytes), Median.Compute(goals), gogc)
        {
            MarkNanosecondsPerMebibyte = marked > 0 ? marking / marked * (1 << 20) : null,
        };
    }

    /// <summary>
    /// The heap goal for another GOGC, in bytes: live + (live + stacks + globals) × GOGC ÷ 100, and 4 MiB × GOGC ÷ 100 at least
    /// (runtime/mgcpacer.go).
    /// </summary>
    public long GoalAt(double gogc) =>
        Math.Max(LiveBytes + (long)((LiveBytes + RootBytes) * gogc / 100), (long)(LeastGoalBytes * gogc / 100));

    /// <summary>How many times fewer cycles another GOGC means: the heap grows as many times further between two.</summary>
    public double RarerAt(double gogc) =>
        Math.Max(1, (double)(GoalAt(gogc) - LiveBytes) / Math.Max(1, Math.Max(GoalBytes, LeastGoalBytes) - LiveBytes));

    /// <summary>The goal's formula, solved for GOGC over all cycles at once, because sizes are printed in whole MiB.</summary>
    private static double? Growth(long[] live, long[] roots, long[] goals)
    {
        double grown = 0, basis = 0;
        for (var i = 1; i < goals.Length; i++)
        {
            if (live[i - 1] < SmallHeapBytes || goals[i] == 0) continue;
            grown += goals[i] - live[i - 1];
            basis += live[i - 1] + roots[i];
        }

        return basis > 0 && grown >= 0 ? 100 * grown / basis : null;
    }
}
