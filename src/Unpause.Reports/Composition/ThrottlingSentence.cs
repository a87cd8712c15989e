using Unpause.Recordings.Waits;

namespace Unpause.Reports.Composition;

/// <summary>Reports that a process was held by its CPU quota: every pause and every request may be longer then, whatever GC does.</summary>
internal static class ThrottlingSentence
{
    /// <summary>The least share of the recorded time, in percent; a moment at start-up is no reason.</summary>
    private const double LeastPercent = 5;

    /// <summary>From this share on, what else was measured says little.</summary>
    private const double ManyPercent = 25;

    /// <summary>The sentence, of the process that was held longest; null where none was held notably.</summary>
    public static string? Compose(IReadOnlyList<ProcessDocument> processes)
    {
        var (most, sentence) = (LeastPercent, default(string));
        foreach (var process in processes)
        {
            if (process.Source.DurationMs is not { Nanoseconds: > 0 } duration) continue;
            var held = process.NonGcWaits?.FirstOrDefault(wait => wait.Name == OtherWait.Throttling);
            if (held is null || 100.0 * held.TotalMs.Nanoseconds / duration.Nanoseconds is var percent && percent < most) continue;
            most = percent;
            var name = processes.Count == 1 ? "" : $" of {ProcessName.Format(process.Source)}";
            sentence = $"The CPU quota{name} was used up in {Quantities.Count(held.Count ?? 0, "period")}: its processors were held for "
                + $"{Quantities.Duration(held.TotalMs.Nanoseconds)} in all, which makes pauses and requests longer."
                + (percent >= ManyPercent ? " Raise the CPU limit, and record again, before anything else." : "");
        }

        return sentence;
    }
}
