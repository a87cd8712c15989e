using Unpause.Analysis.Holders;
using Unpause.Recordings;
using Unpause.Requests.Attribution;

namespace Unpause.Analysis.Summaries;

/// <summary>The numbers of one recording.</summary>
/// <param name="Pauses">Stop-the-world intervals as the collector reports them.</param>
/// <param name="Stops">What the application felt, where the runtime records it.</param>
/// <param name="Stalls">Waits of single threads, by what they waited for.</param>
/// <param name="Collections">Collections by generation, cause and phase.</param>
/// <param name="Heap">Heap sizes and rates.</param>
public sealed record Summary(
    PauseSummary Pauses, StopSummary? Stops, IReadOnlyList<StallSummary> Stalls, CollectionSummary Collections, HeapSummary Heap)
{
    /// <summary>Time that threads of the program helped the collector; null where the runtime does not record it.</summary>
    internal AssistSummary? Assists { get; init; }

    /// <summary>What the collector took of the processors; null where the runtime does not record it.</summary>
    internal CollectorCpu? CollectorCpu { get; init; }

    /// <summary>What recorded requests' time went into; null where the runtime does not record it.</summary>
    internal RequestTimeSummary? RequestTime { get; init; }

    /// <summary>Parts of the heap; empty where the runtime does not record it.</summary>
    internal IReadOnlyList<SpaceSummary> Spaces { get; init; } = [];

    /// <summary>What the collector reported besides; null where it records nothing.</summary>
    internal CollectorSummary? Collector { get; init; }

    /// <summary>What retains long-lived objects; null where no such samples were recorded.</summary>
    internal HeapHolders? Holders { get; init; }

    /// <summary>All that stopped the program: stops where the runtime records them, else pauses.</summary>
    internal PauseSummary Felt => Stops?.All ?? Pauses;

    /// <summary>Computes all numbers of a recording.</summary>
    internal static Summary Of(Recording recording)
    {
        var facts = FactTotals.Of(recording);
        return new Summary(
            PauseSummary.Of(recording),
            StopSummary.Of(recording),
            StallSummary.Of(recording),
            CollectionSummary.Of(recording),
            HeapSummary.Of(recording))
        {
            Assists = AssistSummary.Of(recording),
            CollectorCpu = CollectorCpu.Of(recording),
            RequestTime = RequestTimeSummary.Of(recording),
            Spaces = facts?.Spaces ?? [],
            Collector = facts?.Collector,
            Holders = HeapHolders.Of(recording),
        };
    }
}
