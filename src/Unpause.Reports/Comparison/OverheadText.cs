using Unpause.Analysis.Comparison;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>The words about what the collector costs at least.</summary>
public static class OverheadText
{
    /// <summary>What every output of it says.</summary>
    public const string LowerBound = "It is a lower bound: barriers, allocation and GC work that is not recorded are missing.";

    // A larger share needs no decimal.
    private const double Large = 9.95;

    /// <summary>A lower bound with its interval: <c>+9.1 % (+7.0 to +11)</c>.</summary>
    public static string Describe(OverheadRatio ratio)
    {
        var mean = $"{Percent(ratio.Ratio)} %";
        return ratio is { Low: { } low, High: { } high } ? $"{mean} ({Percent(low)} to {Percent(high)})" : mean;
    }

    /// <summary>Why the least cost of the collector is unknown, a clause.</summary>
    public static string Describe(CostRefusal refusal) => refusal switch
    {
        CostRefusal.NoTotal => "the recordings do not have the CPU time of the whole process",
        CostRefusal.NoWork => "it is not certain that all runs did the same amount of work",
        CostRefusal.OpenLoop => "requests do not wait for answers, so the load decides how long a run takes",
        CostRefusal.NoCollector => "the time in GC is not recorded, or is that of several processes at once",
        _ => "the time in GC is not less than the whole",
    };

    /// <summary>The same as a sentence.</summary>
    public static string Refusal(CostRefusal refusal) => $"The cost of GC is unknown: {Describe(refusal)}.";

    /// <summary>The same of a comparison, with the option that helps.</summary>
    internal static string ComparedRefusal(CostRefusal refusal) =>
        refusal == CostRefusal.NoWork ? $"{Refusal(refusal)} If they did, add --same-load." : Refusal(refusal);

    /// <summary>Both sides of a comparison in two sentences; null where it is unknown.</summary>
    internal static string? Describe(ComparedOverheadDocument overhead)
    {
        if (overhead is not { Before: { } before, After: { } after, DistilledMs: { } distilled }) return null;
        return $"GC costs at least {Describe(before)} before and {Describe(after)} after, of the least run time without its stops "
            + $"({Quantities.Duration(distilled * 1e6)}{(overhead.PerRequest ? " per request" : "")}, {overhead.Baseline}). {LowerBound}";
    }

    private static string Describe(OverheadDocument overhead) =>
        Describe(new OverheadRatio(overhead.Ratio, overhead.Low, overhead.High));

    private static string Percent(double ratio)
    {
        var percent = 100 * (ratio - 1);
        return percent.ToString(Math.Abs(percent) < Large ? "+0.0;−0.0;0" : "+#,0;−#,0", CultureInfo.InvariantCulture);
    }
}
