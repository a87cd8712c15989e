namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The cost of GC in a Go process, from its gctrace lines.</summary>
/// <param name="CpuPercent">Share of all processors' time in mark assists, workers and pauses, without idle marking.</param>
/// <param name="AssistNanoseconds">CPU time of mark assists, which delayed allocating goroutines.</param>
/// <param name="LongestCycleNanoseconds">Length of the longest GC cycle; null where none has a start and an end.</param>
/// <param name="StackBytes">Maximum stack size at a GC cycle; null before Go 1.18, which does not print it.</param>
public sealed record MarkingCost(double CpuPercent, double AssistNanoseconds, long? LongestCycleNanoseconds, long? StackBytes)
{
    /// <summary>Sums up a recording; null when it has no CPU times or no duration.</summary>
    public static MarkingCost? Compute(Recording recording)
    {
        if (GoWork.Compute(recording) is not { } work) return null;
        double? stacks = null;
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == GoCounters.StackBytes && !(counter.Value <= stacks)) stacks = counter.Value;
        }

        long? longest = null;
        foreach (var collection in recording.Collections)
        {
            var length = collection.EndNanoseconds - collection.StartNanoseconds;
            if (!(length <= longest)) longest = length;
        }

        return new MarkingCost(work.Percent, work.Cpu.AssistNanoseconds, longest, (long?)stacks);
    }
}
