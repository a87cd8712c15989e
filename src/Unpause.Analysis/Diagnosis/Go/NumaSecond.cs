using Unpause.Recordings;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The interval between two samples, usually a second, with its migrated pages and the pauses that started in it.</summary>
/// <param name="PagesPerSecond">Pages migrated between nodes.</param>
/// <param name="StoppedNanoseconds">Total of its pauses.</param>
/// <param name="LongestNanoseconds">The longest of them.</param>
internal readonly record struct NumaSecond(double PagesPerSecond, long StoppedNanoseconds, long LongestNanoseconds)
{
    /// <summary>All intervals, in order.</summary>
    /// <param name="moved">Migrated pages, each sample at the end of its interval.</param>
    /// <param name="stops">Pauses in order of time.</param>
    public static List<NumaSecond> Of(ProcessCounter moved, Column<Stop> stops)
    {
        var seconds = new List<NumaSecond>(moved.Values.Count);
        var next = 0;
        foreach (var sample in moved.Values)
        {
            var (stopped, longest) = (0L, 0L);
            for (; next < stops.Count && stops[next] is var stop && stop.StartNanoseconds < sample.TimeNanoseconds; next++)
            {
                stopped += stop.DurationNanoseconds;
                longest = Math.Max(longest, stop.DurationNanoseconds);
            }

            seconds.Add(new NumaSecond(sample.Value, stopped, longest));
        }

        return seconds;
    }
}
