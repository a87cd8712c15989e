namespace Unpause.Analysis.CostModels;

/// <summary>
/// What young collections cost when the young generation has other room. What they take besides copying comes as often as they do. What
/// they copy and promote is the same for each byte allocated, however large the generation is; what they copy and keep there is what is in
/// use at the moment, the same for each collection.
/// </summary>
/// <param name="CopiedShare">Of their time, what copying takes; null when that is unknown.</param>
/// <param name="PromotedShare">Of what they copy, what is promoted; null when that is not recorded.</param>
internal sealed record YoungRoom(double? CopiedShare, double? PromotedShare)
{
    /// <summary>Measures a recording.</summary>
    public static YoungRoom Of(SteadyWork work) => new(
        work.YoungFit is { Line: { } line, MedianNanoseconds: > 0 } fit
            ? Math.Clamp(1 - (line.Intercept * 1e9 / fit.MedianNanoseconds), 0, 1)
            : null,
        work.PromotedShare);

    /// <summary>What becomes of their time with so many times the room: in between and at the ends.</summary>
    public (double Middle, double Low, double High) Times(double room)
    {
        var rarer = 1 / room;
        // Nothing of it is for each byte; or all that is copied is.
        var (none, all) = (rarer, Mixed(CopiedShare ?? 1, rarer));
        var middle = Mixed((CopiedShare ?? 0.5) * (PromotedShare ?? 0.5), rarer);
        return (middle, Math.Min(none, all), Math.Max(none, all));
    }

    private static double Mixed(double constant, double rarer) => constant + ((1 - constant) * rarer);
}
