namespace Unpause.Filling;

/// <summary>Times of added spans in the formats that count microseconds: rounded to the nearest, and never past the hole.</summary>
internal static class Microseconds
{
    private const long Microsecond = 1_000;

    /// <summary>Start and length. Holes lie on whole microseconds, so rounding both ends stays within them.</summary>
    public static (long Start, long Duration) Of(in FilledPause filled)
    {
        var start = (filled.StartUnixNanoseconds + (Microsecond / 2)) / Microsecond;
        var end = (filled.StartUnixNanoseconds + filled.DurationNanoseconds + (Microsecond / 2)) / Microsecond;
        return (start, end - start);
    }
}
