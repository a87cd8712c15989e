using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>Waits of single threads for one thing; times in nanoseconds. They are no pauses and never added to them.</summary>
/// <param name="Name">What the threads waited for, in the runtime's words.</param>
/// <param name="Count">Waits.</param>
/// <param name="TotalNanoseconds">Thread time, all threads together.</param>
/// <param name="MaxNanoseconds">The longest.</param>
public sealed record StallSummary(string Name, long Count, Total TotalNanoseconds, long MaxNanoseconds)
{
    /// <summary>Groups a recording's stalls by name, the largest total first.</summary>
    internal static IReadOnlyList<StallSummary> Of(Recording recording)
    {
        var kinds = new Dictionary<string, StallSummary>(StringComparer.Ordinal);
        foreach (var stall in recording.Stalls)
        {
            var known = kinds.GetValueOrDefault(stall.Name) ?? new StallSummary(stall.Name, 0, default, 0);
            kinds[stall.Name] = new StallSummary(
                stall.Name, known.Count + 1, known.TotalNanoseconds
                    + stall.DurationNanoseconds, Math.Max(known.MaxNanoseconds, stall.DurationNanoseconds));
        }

        return [.. kinds.Values.OrderByDescending(kind => kind.TotalNanoseconds)];
    }
}
