namespace Unpause.Reports.Filling;

/// <summary>Times of inserted spans in formats with microseconds: rounded to the nearest, and never outside of the hole.</summary>
internal static class Microseconds
{
    private const long Microsecond = 1_000;

    /// <summary>The start and duration. Holes start and end at whole microseconds, so rounding both ends stays inside.</summary>
    public static (long Start, long Duration) Round(in FilledPause filled)
    {
        var start = (filled.StartUnixNanoseconds + (Microsecond / 2)) / Microsecond;
        var end = (filled.StartUnixNanoseconds + filled.DurationNanoseconds + (Microsecond / 2)) / Microsecond;
        return (start, end - start);
    }
}
