using System.Globalization;
using Unpause.Recordings;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Explanations;

/// <summary>The words about whether pauses made requests slow, or only overlap with slow ones.</summary>
internal static class SignificanceText
{
    /// <summary>The sentences.</summary>
    public static string Of(Explanation explanation) => explanation switch
    {
        Explanation.NotSignificant chance =>
            $"The overlap of pauses and slow requests is not significant: {Counts(chance.AtRandom, chance.Real, chance.PValue)}. "
            + "Too few requests end near the pauses to verify that they are of the same process, so no request is attributed to GC. "
            + "Record for longer to get more pauses.",
        Explanation.MuchAtRandom much =>
            $"Slow requests are so long, or pauses so frequent, that many overlap at random: "
            + $"{Counts(much.AtRandom, much.Real, much.PValue)}. The lower end of the range counts only what is significantly more.",
        Explanation.QuietTimesDisagree { Quiet: var quiet, Replayed: var replayed } => quiet.Low > replayed.High
            ? $"Compared with quiet times, {Range(quiet)} more requests are slow after pauses, but the pauses explain {Range(replayed)}. "
                + "Something else happens at the same time, or requests wait where their times do not show it."
            : $"Requests are slow in quiet times, too. Compared with quiet times, GC makes {Range(quiet)} slow; by the pauses inside them "
                + $"it is {Range(replayed)}. Waits for something else that continue during a pause would explain the difference.",
        _ => throw new ArgumentOutOfRangeException(nameof(explanation)),
    };

    private static string Counts(long atRandom, long real, double? pValue)
    {
        var p = pValue is { } known ? known.ToString("0.###", CultureInfo.InvariantCulture) : "";
        return $"pauses at random times would make {Quantities.Count(atRandom)} requests slow on average, these pauses "
            + $"{Quantities.Count(real)} (p = {p})";
    }

    private static string Range((long Low, long High) range) =>
        range.Low == range.High ? Quantities.Count(range.Low) : $"{Quantities.Count(range.Low)} to {Quantities.Count(range.High)}";
}
