namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// How many offsets have been tried when one is reached: those nearer to where the search begins, or nearer to a time
/// zone, come first. A find far away must be that much less likely by chance.
/// </summary>
/// <param name="centre">Where the search begins.</param>
/// <param name="width">Offsets nearer to each other than this count as one.</param>
/// <param name="before">Natural logarithm of what was tried besides.</param>
internal sealed class OffsetTries(long centre, long width, double before)
{
    /// <summary>Time zones differ by multiples of this.</summary>
    public const long Zone = 15L * 60 * 1_000_000_000;

    /// <summary>The farthest is 14 hours away.</summary>
    public const int FarthestZone = 14 * 4;

    /// <summary>Where the search begins.</summary>
    public long Centre { get; } = centre;

    /// <summary>Natural logarithm of the number.</summary>
    public double Logarithm(long offset)
    {
        var away = offset - Centre;
        var near = Math.Log(1 + (2.0 * Math.Abs(away) / Width));
        var zone = (long)Math.Round((double)away / Zone);
        if (zone == 0 || Math.Abs(zone) > FarthestZone) return before + near;
        return before + Math.Min(near, Math.Log(2 * FarthestZone * (1 + (2.0 * Math.Abs(away - (zone * Zone)) / Width))));
    }

    private long Width { get; } = Math.Max(1, width);
}
