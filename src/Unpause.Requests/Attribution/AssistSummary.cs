using Unpause.Recordings.Waits;
using Unpause.Recordings.Words;

namespace Unpause.Requests.Attribution;

/// <summary>
/// Time that the program's own threads worked for the collector when they allocated. Thread time, several threads'
/// added up; the program ran meanwhile, so it is no pause and never added to them.
/// </summary>
/// <param name="Collections">Collections in which threads helped.</param>
/// <param name="TotalNanoseconds">In all collections.</param>
/// <param name="MaxNanoseconds">The most in one.</param>
public sealed record AssistSummary(long Collections, Total TotalNanoseconds, long MaxNanoseconds)
{
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Whether the times are those of whole assists, with what they waited for.</summary>
    public bool IsWhole { get; init; }

    /// <summary>Assists one by one, from beginning to end with what they waited for; null where they are not recorded one by one.</summary>
    public AssistRanges? Ranges { get; init; }

    /// <summary>
    /// Adds up a recording's counters; null when the runtime does not record it. Where only whole assists are known, with what they waited
    /// for, it is their time: an upper bound.
    /// </summary>
    public static AssistSummary? Compute(Recording recording)
    {
        var (reported, helped) = (false, 0L);
        var total = default(Total);
        long most = 0;
        foreach (var counter in recording.Counters)
        {
            if (counter.Name != AssistCounter.Milliseconds) continue;
            reported = true;
            helped += counter.Value > 0 ? 1 : 0;
            // A cast saturates: too large becomes the largest number, NaN becomes 0.
            var nanoseconds = (long)Math.Round(counter.Value * NanosecondsPerMillisecond);
            total += nanoseconds;
            most = Math.Max(most, nanoseconds);
        }

        if (reported) return new AssistSummary(helped, total, most) { Ranges = recording.AssistRanges };
        return recording.AssistRanges is { ByCollection: { } whole } ranges
            ? new AssistSummary(whole.Count, Total.From(ranges.TotalNanoseconds), whole.MostNanoseconds) { Ranges = ranges, IsWhole = true }
            : null;
    }
}
