using Unpause.Analysis.Statistics;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>What a Go process's collector did in all, from its gctrace numbers. Times in milliseconds, sizes in bytes.</summary>
/// <param name="Cycles">All cycles.</param>
/// <param name="Forced">Of them, asked for by runtime.GC.</param>
/// <param name="Seconds">Length of the recording.</param>
/// <param name="Cpu">What it took of the processors.</param>
/// <param name="LiveBytes">Median of what a cycle marked.</param>
/// <param name="RootBytes">Median of stacks and globals together, which count towards the goal since 1.18.</param>
/// <param name="GoalBytes">Median of the heap goals.</param>
/// <param name="Gogc">GOGC as the goals show it: growth over live heap, in percent; null where the runtime's minimum heap hides it.</param>
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
    /// <summary>Below so much live heap the goal is the runtime's minimum of 4 MiB × GOGC/100, or MiB are too coarse.</summary>
    private const long SmallHeapBytes = 4L << 20;

    /// <summary>The least heap goal at GOGC=100 (heapMinimum of runtime/mgcpacer.go); it grows with GOGC.</summary>
    private const long LeastGoalBytes = 4L << 20;

    /// <summary>Share of all processors' time that collections took from the program: assists, workers, stops.</summary>
    public double Percent => Cpu.Percent;

    /// <summary>CPU time, of idle processors too, for each MiB that was marked; null where nothing was.</summary>
    public double? MarkNanosecondsPerMebibyte { get; private init; }

    /// <summary>Cycles a second.</summary>
    public double PerSecond => Cycles.Count / Seconds;

    /// <summary>Adds up a recording; null when it has no CPU times or no duration.</summary>
    public static GoWork? Of(Recording recording)
    {
        if (recording.DurationNanoseconds is not > 0 || recording.Collections.Count == 0) return null;
        if (CollectorCpu.Of(recording) is not { } cpu) return null;
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
        var all = CollectionGroup.Of(recording, _ => true);
        var forced = CollectionGroup.Of(recording, collection => collection.Induced);
        var rootBytes = Array.ConvertAll(roots, total => total.Value);
        var gogc = Growth(live, rootBytes, goals);
        double marked = (Total.Of(live, bytes => bytes) + Total.Of(rootBytes, bytes => bytes).Value).Value;
        double marking = (double)cpu.AssistNanoseconds + cpu.WorkerNanoseconds + cpu.IdleNanoseconds;
        return new GoWork(
            all, forced, recording.DurationNanoseconds.Value / 1e9, cpu, Median.Of(live),
            Median.Of(rootBytes), Median.Of(goals), gogc)
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

    /// <summary>
    /// How many times fewer collections there are with another GOGC: the heap may grow as many times further between two.
    /// </summary>
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
