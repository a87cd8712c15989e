using Unpause.Recordings;

namespace Unpause.Diagnosis.Go;

/// <summary>A second, or what lay between two samples, with what the kernel moved and the stops that began in it.</summary>
/// <param name="PagesPerSecond">Pages moved between nodes.</param>
/// <param name="StoppedNanoseconds">Time of its stops.</param>
/// <param name="LongestNanoseconds">The longest of them.</param>
internal readonly record struct NumaSecond(double PagesPerSecond, long StoppedNanoseconds, long LongestNanoseconds)
{
    /// <summary>All that lie between samples, in order.</summary>
    /// <param name="moved">Moved pages, each value at the end of what it tells about.</param>
    /// <param name="stops">Stops in order of time.</param>
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
