using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>What collections cost a Go process, as its gctrace lines tell.</summary>
/// <param name="CpuPercent">Share of all processors' time in assists, workers and stops; marking on idle processors left out.</param>
/// <param name="AssistNanoseconds">CPU time of mark assists: allocating goroutines waited for it.</param>
/// <param name="LongestCycleNanoseconds">Length of the longest collection; null where none has a beginning and an end.</param>
/// <param name="StackBytes">The most stack that a collection looked at; null before Go 1.18, which doesn't tell.</param>
public sealed record MarkingCost(double CpuPercent, double AssistNanoseconds, long? LongestCycleNanoseconds, long? StackBytes)
{
    /// <summary>Adds up a recording; null when it has no CPU times or no length.</summary>
    public static MarkingCost? Of(Recording recording)
    {
        if (GoWork.Of(recording) is not { } work) return null;
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
