using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>Stops that were made for one thing; times in nanoseconds.</summary>
/// <param name="Reason">What for, in plain words.</param>
/// <param name="Operations">The same in the runtime's words, in the order in which they came.</param>
/// <param name="ByCollections">Whether collections made them.</param>
/// <param name="Count">Stops.</param>
/// <param name="TotalNanoseconds">Their time.</param>
/// <param name="MaxNanoseconds">The longest.</param>
/// <param name="TimeToSafepointTotalNanoseconds">Of it, stopping the threads; null where the runtime does not record it.</param>
public sealed record StopReasonSummary(
    string Reason, IReadOnlyList<string> Operations, bool ByCollections, long Count, Total TotalNanoseconds, long MaxNanoseconds,
    Total? TimeToSafepointTotalNanoseconds);
