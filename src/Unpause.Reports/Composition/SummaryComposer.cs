using Unpause.Analysis.Summaries;
using Unpause.Recordings.Exits;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>Pauses, waits, mark assists, the heap and the runtime's counters.</summary>
internal static class SummaryComposer
{
    private const int RateDecimals = 0;
    private const int CounterDecimals = 3;

    /// <summary>Stop-the-world intervals as the collector reports them.</summary>
    public static PausesDocument Pauses(Recording recording, PauseSummary pauses) => new(pauses)
    {
        Knowledge = recording.PauseKnowledge switch
        {
            PauseKnowledge.Known => PausesDocument.Recorded,
            PauseKnowledge.Lost => PausesDocument.Lost,
            _ => PausesDocument.NotRecorded,
        },
        Longest = LongestPauses.Find(recording),
        Histogram = HistogramComposer.Pauses(recording),
    };

    /// <summary>Stalls of single threads, by reason.</summary>
    public static StallDocument Stall(StallSummary stall) =>
        new() { Name = stall.Name, Count = stall.Count, TotalMs = new(stall.TotalNanoseconds), MaxMs = new(stall.MaxNanoseconds) };

    /// <summary>Mark assists.</summary>
    public static AssistsDocument? Assists(AssistSummary? assists) => assists is null ? null : new()
    {
        Collections = assists.Collections,
        ThreadTimeTotalMs = new(assists.TotalNanoseconds),
        ThreadTimeMaxMs = new(assists.MaxNanoseconds),
        Count = assists.Ranges?.Count,
        ElapsedTotalMs = Milliseconds.FromNanoseconds(assists.Ranges?.TotalNanoseconds),
        ElapsedMaxMs = Milliseconds.FromNanoseconds(assists.Ranges?.LongestNanoseconds),
        SweepTotalMs = Milliseconds.FromNanoseconds(assists.Ranges?.SweepNanoseconds),
    };

    /// <summary>CPU time for GC.</summary>
    public static CollectorCpuDocument? CollectorCpu(CollectorCpu? cpu) => cpu is null ? null : new()
    {
        Percent = RoundedNumber.Percent(cpu.Percent, DistributionDocument.ThroughputDecimals),
        AssistMs = new(cpu.AssistNanoseconds),
        WorkersMs = new(cpu.WorkerNanoseconds),
        StopsMs = new(cpu.StopNanoseconds),
        IdleMs = new(cpu.IdleNanoseconds),
        Processors = cpu.Processors,
    };

    /// <summary>Collections at the interpreter's exit.</summary>
    public static ExitCollectionsDocument? AtExit(ExitCollections? exit) => exit is null ? null : new()
    {
        Count = exit.Collections.Count,
        TotalMs = new(exit.PauseTotalNanoseconds),
        MaxMs = Milliseconds.FromNanoseconds(exit.LongestNanoseconds),
    };

    /// <summary>Heap sizes and rates.</summary>
    public static HeapDocument Heap(Recording recording, Summary summary, LiveSetTrendDocument? trend) => new()
    {
        MaxBytes = summary.Heap.MaxBytes,
        LimitBytes = summary.Heap.LimitBytes,
        PeakBytes = summary.Heap.PeakBytes,
        LiveSetBytes = summary.Heap.LiveSetBytes,
        AllocatedBytes = summary.Heap.AllocatedBytes,
        AllocatedSource = summary.Heap.AllocatedBytes is null ? null : recording.AllocatedSource,
        AllocationRateBytesPerS = RoundedNumber.Round(summary.Heap.AllocationRateBytesPerSecond, RateDecimals),
        PromotionRateBytesPerS = RoundedNumber.Round(summary.Heap.PromotionRateBytesPerSecond, RateDecimals),
        WaitingThreads = summary.WaitingThreads,
        LiveSetTrend = trend,
        Spaces = [.. summary.Spaces.Select(CollectorComposer.Space)],
    };

    /// <summary>A number that the runtime published every second.</summary>
    public static CounterDocument Counter(ProcessCounter counter) => new()
    {
        Name = counter.Name,
        Unit = counter.Unit,
        Samples = counter.Samples,
        Mean = RoundedNumber.Round(counter.Mean, CounterDecimals),
        Max = RoundedNumber.Round(counter.Max, CounterDecimals),
        Last = RoundedNumber.Round(counter.Last, CounterDecimals),
    };
}
