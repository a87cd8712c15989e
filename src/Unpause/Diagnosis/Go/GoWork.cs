using Unpause.Analysis.Statistics;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>What a Go process's collector did in all, from its gctrace numbers. Times in milliseconds, sizes in bytes.</summary>
/// <param name="Cycles">All cycles.</param>
/// <param name="Forced">Of them, asked for by runtime.GC.</param>
/// <param name="Seconds">Length of the recording.</param>
/// <param name="Processors">GOMAXPROCS.</param>
/// <param name="AssistMilliseconds">CPU time of mark assists.</param>
/// <param name="DedicatedMilliseconds">CPU time of the mark workers.</param>
/// <param name="LiveBytes">Median of what a cycle marked.</param>
/// <param name="RootBytes">Median of stacks and globals together, which count towards the goal since 1.18.</param>
/// <param name="GoalBytes">Median of the heap goals.</param>
/// <param name="Gogc">GOGC as the goals show it: growth over live heap, in percent; null where the runtime's minimum heap hides it.</param>
internal sealed record GoWork(
    CollectionGroup Cycles,
    CollectionGroup Forced,
    double Seconds,
    double Processors,
    double AssistMilliseconds,
    double DedicatedMilliseconds,
    long LiveBytes,
    long RootBytes,
    long GoalBytes,
    double? Gogc)
{
    /// <summary>Below so much live heap the goal is the runtime's minimum of 4 MiB × GOGC/100, or MiB are too coarse.</summary>
    private const long SmallHeapBytes = 4L << 20;

    /// <summary>Share of all processors' time that marking took from the program: assists and workers, idle ones left out.</summary>
    public double MarkPercent => 100 * (AssistMilliseconds + DedicatedMilliseconds) / (Seconds * 1000 * Processors);

    /// <summary>Cycles a second.</summary>
    public double PerSecond => Cycles.Count / Seconds;

    /// <summary>Adds up a recording; null when it has no CPU times or no duration.</summary>
    public static GoWork? Of(Recording recording)
    {
        if (recording.DurationNanoseconds is not > 0 || recording.Collections.Count == 0) return null;
        if (!recording.Source.Settings.TryGetValue(GoSettings.Processors, out var text)
            || !double.TryParse(text, out var processors) || processors < 1)
        {
            return null;
        }

        double assist = 0, dedicated = 0;
        var goals = new long[recording.Collections.Count];
        var roots = new Total[goals.Length];
        foreach (var counter in recording.Counters)
        {
            switch (counter.Name)
            {
                case GoCounters.AssistMilliseconds: assist += counter.Value; break;
                case GoCounters.DedicatedMilliseconds: dedicated += counter.Value; break;
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
        return new GoWork(
            all, forced, recording.DurationNanoseconds.Value / 1e9, processors, assist, dedicated, Median.Of(live),
            Median.Of(rootBytes), Median.Of(goals), gogc);
    }

    /// <summary>The heap goal for another GOGC, in bytes: live + (live + stacks + globals) × GOGC ÷ 100 (runtime/mgcpacer.go).</summary>
    public long GoalAt(double gogc) => LiveBytes + (long)((LiveBytes + RootBytes) * gogc / 100);

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
