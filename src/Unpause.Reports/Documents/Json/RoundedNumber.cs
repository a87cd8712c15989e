namespace Unpause.Reports.Documents;

/// <summary>Numbers with a few decimals; not finite is unknown.</summary>
internal static class RoundedNumber
{
    /// <summary>Rounded, or null.</summary>
    public static double? Of(double? number, int decimals) =>
        number is { } value && double.IsFinite(value) ? Math.Round(value, decimals) : null;

    /// <summary>A share in percent: one that is near 0 or 100 does not become it by rounding.</summary>
    public static double? Percent(double? percent, int decimals)
    {
        if (Of(percent, decimals) is not { } rounded) return null;
        return rounded is 0 or 100 ? percent : rounded;
    }
}
