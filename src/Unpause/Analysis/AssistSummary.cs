using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>
/// Time that the program's own threads worked for the collector when they allocated. Thread time, several threads'
/// added up; the program ran meanwhile, so it is no pause and never added to them.
/// </summary>
/// <param name="Collections">Collections in which threads helped.</param>
/// <param name="TotalNanoseconds">In all collections.</param>
/// <param name="MaxNanoseconds">The most in one.</param>
public sealed record AssistSummary(long Collections, long TotalNanoseconds, long MaxNanoseconds)
{
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Adds up a recording's counters; null when the runtime doesn't tell.</summary>
    public static AssistSummary? Of(Recording recording)
    {
        var (told, helped) = (false, 0L);
        double total = 0, most = 0;
        foreach (var counter in recording.Counters)
        {
            if (counter.Name != AssistCounter.Milliseconds) continue;
            told = true;
            helped += counter.Value > 0 ? 1 : 0;
            total += counter.Value;
            most = Math.Max(most, counter.Value);
        }

        return told ? new AssistSummary(helped, (long)Math.Round(total * NanosecondsPerMillisecond), (long)Math.Round(most * NanosecondsPerMillisecond)) : null;
    }
}
