namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Maps a Go runtime's time to wall time from the arrival of its lines. A line is printed at its cycle's end, so
/// arrival − start − length is the runtime's start plus the line's delay: the least delayed line is the most exact.
/// </summary>
/// <remarks>
/// Start and length are cut when printed, by up to a millisecond each (runtime/mgc.go, fmtNSAsMS). Measured: the
/// earliest of ten or more lines is 1.2 ms early to 3.7 ms late, single lines up to 10 ms late.
/// </remarks>
internal sealed class ArrivalClock
{
    private const long PrintedGrain = 1_000_000;
    private const long LeastUncertainty = 2_000_000;
    private const long DelayOfOneLine = 10_000_000;
    private const int EnoughLines = 3;
    private readonly List<long> _estimates = [];

    /// <summary>The earliest estimate of the runtime's start, in nanoseconds since 1970; null before the first.</summary>
    public long? Earliest { get; private set; }

    /// <summary>When the line would put the runtime's start.</summary>
    public static long Estimate(long arrival, in GcLine line) => arrival - line.Start.GetValueOrDefault() - line.Duration;

    public void Add(long arrival, in GcLine line)
    {
        var estimate = Estimate(arrival, line);
        _estimates.Add(estimate);
        Earliest = Math.Min(Earliest ?? long.MaxValue, estimate);
    }

    /// <summary>The clock of a recording whose zero is this many nanoseconds after the runtime's start.</summary>
    public Clock ToClock(long zero)
    {
        if (Earliest is not { } earliest) return Clock.Unknown;
        _estimates.Sort();
        var usualDelay = _estimates.Count < EnoughLines ? DelayOfOneLine : _estimates[_estimates.Count / 2] - earliest;
        var basis = string.Create(CultureInfo.InvariantCulture, $"arrival of gc lines (the earliest of {_estimates.Count:N0})");
        return Clock.Since1970(earliest + zero, Math.Max(LeastUncertainty, PrintedGrain + usualDelay), basis);
    }
}
