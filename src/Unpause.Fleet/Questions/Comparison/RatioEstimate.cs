using Unpause.Reports.Fleets.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>The ratio of two sides' rates, as a logarithm with its standard error.</summary>
/// <param name="Log">Natural logarithm of new divided by old.</param>
/// <param name="Degrees">Degrees of freedom of the error.</param>
/// <param name="Old">Processes of the old side.</param>
/// <param name="New">Processes of the new side.</param>
/// <param name="IsPaired">Whether hosts were compared with themselves.</param>
internal sealed record RatioEstimate(double Log, double Error, int Degrees, int Old, int New, bool IsPaired)
{
    /// <summary>Fewer processes of a side do not show how much processes differ.</summary>
    public const int FewestProcesses = 3;

    // Hosts are paired where so many ran both sides, with this share of the processes.
    private const int FewestPairs = 4;
    private const double PairedShare = 0.8;
    private const int MostDegrees = 1_000;

    // A factor of ten thousand: beyond it the interval says no more.
    private const double MostLog = 9.21;
    private const int Decimals = 2;

    /// <summary>
    /// Estimates the ratio. Where nearly all hosts ran both sides, each is compared with itself, which removes what hosts differ by.
    /// Otherwise the sides' means are compared (B. L. Welch, The generalization of Student's problem when several different population
    /// variances are involved, 1947), with one variance for both where a side has too few processes to show its own.
    /// </summary>
    /// <param name="mayPair">Whether hosts may be compared with themselves.</param>
    /// <returns>Null where a side has no process, or both together too few for a variance.</returns>
    public static RatioEstimate? FromProcesses(IReadOnlyList<ProcessRate> rates, bool mayPair = true)
    {
        double[] old = [.. rates.Where(rate => !rate.IsNew).Select(rate => rate.Log)];
        double[] next = [.. rates.Where(rate => rate.IsNew).Select(rate => rate.Log)];
        if (old.Length == 0 || next.Length == 0 || old.Length + next.Length <= 2) return null;
        if (mayPair && Paired(rates, old.Length, next.Length) is { } paired) return paired;
        var (meanOld, varianceOld) = Moments(old);
        var (meanNew, varianceNew) = Moments(next);
        var difference = meanNew - meanOld;
        var (partOld, partNew) = (varianceOld / old.Length, varianceNew / next.Length);
        if (Math.Min(old.Length, next.Length) < FewestProcesses || partOld + partNew <= 0)
        {
            var degrees = old.Length + next.Length - 2;
            var pooled = ((varianceOld * (old.Length - 1)) + (varianceNew * (next.Length - 1))) / degrees;
            return new(difference, Math.Sqrt(pooled * ((1.0 / old.Length) + (1.0 / next.Length))), Bound(degrees), old.Length, next.Length,
                IsPaired: false);
        }

        var freedom = (partOld + partNew) * (partOld + partNew)
            / ((partOld * partOld / (old.Length - 1)) + (partNew * partNew / (next.Length - 1)));
        return new(difference, Math.Sqrt(partOld + partNew), Bound(freedom), old.Length, next.Length, IsPaired: false);
    }

    /// <summary>How far chance reaches to either side.</summary>
    /// <param name="error">The probability that the true one is farther away.</param>
    public double Reach(double error) => Error * StudentT.Quantile(error / 2, Degrees);

    /// <summary>The change in percent, so far to either side.</summary>
    public FleetIntervalDocument Interval(double reach) => new()
    {
        Value = Percent(Log),
        Low = Percent(Log - reach),
        High = Percent(Log + reach),
    };

    /// <summary>Mean and unbiased variance, which is 0 of one value.</summary>
    public static (double Mean, double Variance) Moments(ReadOnlySpan<double> values)
    {
        double mean = 0, squares = 0;
        foreach (var value in values) mean += value / values.Length;
        foreach (var value in values) squares += (value - mean) * (value - mean);
        return (mean, values.Length < 2 ? 0 : squares / (values.Length - 1));
    }

    private static RatioEstimate? Paired(IReadOnlyList<ProcessRate> rates, int old, int next)
    {
        var hosts = rates.GroupBy(rate => rate.Host, StringComparer.Ordinal)
            .Select(host => (Old: host.Where(rate => !rate.IsNew).ToList(), New: host.Where(rate => rate.IsNew).ToList()))
            .Where(host => host.Old.Count > 0 && host.New.Count > 0).ToList();
        if (hosts.Count < FewestPairs || hosts.Sum(host => host.Old.Count) < PairedShare * old
            || hosts.Sum(host => host.New.Count) < PairedShare * next) return null;
        double[] differences = [.. hosts.Select(host => host.New.Average(rate => rate.Log) - host.Old.Average(rate => rate.Log))];
        var (mean, variance) = Moments(differences);
        return new(mean, Math.Sqrt(variance / hosts.Count), Bound(hosts.Count - 1), old, next, IsPaired: true);
    }

    private static int Bound(double degrees) => double.IsFinite(degrees) ? (int)Math.Clamp(degrees, 1, MostDegrees) : 1;

    private static double Percent(double log) => Math.Round(100 * (Math.Exp(Math.Clamp(log, -MostLog, MostLog)) - 1), Decimals);
}
