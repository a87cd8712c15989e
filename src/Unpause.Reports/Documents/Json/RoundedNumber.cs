namespace Unpause.Reports.Documents.Json;

/// <summary>Rounds numbers to a few decimals; a number that is not finite is unknown.</summary>
internal static class RoundedNumber
{
    /// <summary>The rounded number, or null.</summary>
    public static double? Round(double? number, int decimals) =>
        number is { } value && double.IsFinite(value) ? Math.Round(value, decimals) : null;

    /// <summary>A percentage: a value near 0 or 100 does not become 0 or 100 by rounding.</summary>
    public static double? Percent(double? percent, int decimals)
    {
        if (Round(percent, decimals) is not { } rounded) return null;
        return rounded is 0 or 100 ? percent : rounded;
    }
}
