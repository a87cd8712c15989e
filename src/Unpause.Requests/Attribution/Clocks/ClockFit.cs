namespace Unpause.Requests.Attribution.Clocks;

/// <summary>How well an offset fits.</summary>
/// <param name="Offset">Added to the recording's wall times, in nanoseconds.</param>
/// <param name="Drift">How much faster the requests' clock runs; 1e-6 is one microsecond a second.</param>
/// <param name="Inside">Requests that end inside pauses.</param>
/// <param name="Expected">How many would at random: the mean at offsets nearby.</param>
/// <param name="LogChance">Natural logarithm of a bound of the probability that chance puts so few inside.</param>
internal readonly record struct ClockFit(long Offset, double Drift, long Inside, double Expected, double LogChance)
{
    /// <summary>What the number of offsets that could have been tried with the same right adds to the logarithm.</summary>
    public double Tries { get; init; }

    /// <summary>The logarithm, corrected for the tries.</summary>
    public double Corrected => LogChance + Tries;
}
