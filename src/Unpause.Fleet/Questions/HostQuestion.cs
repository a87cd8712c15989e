using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Questions.Hosts;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Hosts whose processes are stopped for another share of time than those of the same service, version and runtime on other hosts in the
/// same hours.
/// </summary>
/// <remarks>
/// The logarithm of each host's stop time, as a multiple of what is expected for its hours, is compared with the other hosts': with their
/// median and median absolute deviation, which other outliers do not move. Of few hosts the deviation is too small, which the factors of
/// C. Croux and P. J. Rousseeuw (Time-efficient algorithms for two highly robust estimators of scale, 1992) correct, and it is as uncertain
/// as a standard deviation of 37 % of the hosts (P. J. Rousseeuw, C. Croux, Alternatives to the median absolute deviation, 1993: its
/// efficiency), so its distances follow Student's t with as many degrees of freedom. All hosts that were compared are corrected for (S.
/// Holm,
/// A simple sequentially rejective multiple test procedure, 1979).
/// </remarks>
internal static class HostQuestion
{
    /// <summary>Fewer hosts have no usual one.</summary>
    public const int FewestHosts = 4;

    // A host is named where chance has at most this probability, in all fleets that are asked.
    private const double Error = 0.02;

    // Hosts that differ by less are not worth a look.
    private const double LeastFactor = 1.1;

    // From so many other hosts on their median absolute deviation is taken; of fewer it shows too little.
    private const int FewestForMedian = 9;
    private const double DeviationOfMedian = 1.4826, MedianEfficiency = 0.37, SmallSample = 0.8;

    // A host needs as much of the usual host's recorded time, and as much expected stop time, in units of StopTally.NoiseSeconds.
    private const double LeastOfMedian = 0.1, LeastExpected = 4;
    private const int Most = 200;

    // Of more hosts one does not move the median.
    private const int MostLeftOut = 200;
    private const int PercentDecimals = 4;

    /// <summary>The hosts that differ, the least probable first.</summary>
    public static IReadOnlyList<FleetHostDocument> Ask(IReadOnlyList<FleetSlice> slices, IReadOnlyList<ProcessState> processes)
    {
        var compared = new List<Compared>();
        foreach (var twins in SoundSlices.Keep(slices).Where(slice => slice.Host.Length > 0)
            .GroupBy(slice => (slice.Service, slice.Version, slice.Runtime)))
        {
            compared.AddRange(Compare([.. twins]));
        }

        var settings = new HostDifferences(processes);
        var found = new List<FleetHostDocument>();
        var (rank, corrected) = (0, 0.0);
        foreach (var host in compared.OrderBy(host => host.PValue).ThenBy(host => host.Sums.Host, StringComparer.Ordinal))
        {
            corrected = Math.Max(corrected, Math.Min(1, host.PValue * (compared.Count - rank++)));
            if (corrected > Error || found.Count == Most) break;
            if (Math.Abs(host.Difference) < Math.Log(LeastFactor)) continue;
            found.Add(new()
            {
                Host = host.Sums.Host,
                Service = host.Key.Service.Length == 0 ? null : host.Key.Service,
                Version = host.Key.Version.Length == 0 ? null : host.Key.Version,
                StoppedPercent = Percent(host.Sums.Share),
                OthersStoppedPercent = Percent(host.OthersShare),
                Others = host.Others,
                PValue = corrected,
                Differences = settings.Of(host.Sums.Host, host.Key),
                Report = ReportLinks.From(host.Sums.Worst?.Report),
            });
        }

        return found;
    }

    private static double Percent(double share) => Math.Round(100 * share, PercentDecimals);

    private static List<Compared> Compare(List<FleetSlice> slices)
    {
        var tally = new StopTally();
        var steps = TimeSteps.FromSlices(slices);
        var rates = new Dictionary<long, (double Stop, double Covered)>();
        foreach (var slice in slices)
        {
            tally.Add(slice.Stops);
            var sum = rates.GetValueOrDefault(steps.Of(slice));
            rates[steps.Of(slice)] = (sum.Stop + slice.Stops.SumSeconds, sum.Covered + slice.CoveredSeconds);
        }

        var sums = new Dictionary<string, HostSums>(StringComparer.Ordinal);
        foreach (var slice in slices)
        {
            var (stop, covered) = rates[steps.Of(slice)];
            if (!sums.TryGetValue(slice.Host, out var host)) sums.Add(slice.Host, host = new(slice.Host));
            host.Add(slice, slice.CoveredSeconds * stop / covered);
        }

        var noise = tally.NoiseSeconds;
        if (noise <= 0 || sums.Count < FewestHosts) return [];
        var least = LeastOfMedian * Median.Compute(sums.Values.Select(host => host.Covered));
        List<HostSums> hosts = [.. sums.Values.Where(host => host.Covered >= least && host.Expected >= LeastExpected * noise)];
        if (hosts.Count < FewestHosts) return [];
        var logs = hosts.ConvertAll(host => Math.Log((host.Stop + noise) / host.Expected));

        // The variance by chance alone; what a host has more of it than the usual one is added to its distance's.
        var chance = hosts.ConvertAll(host => 2 * noise / host.Expected);
        var usualChance = Median.Compute(chance);
        var first = slices[0];
        var shares = hosts.ConvertAll(host => host.Share);
        var all = hosts.Count > MostLeftOut ? Usual([.. logs]) : default;
        var allShare = Median.Compute(shares);
        var compared = new List<Compared>(hosts.Count);
        for (var i = 0; i < hosts.Count; i++)
        {
            var (middle, variance, degrees) = hosts.Count > MostLeftOut ? all : Usual(Without(logs, i));
            var error = Math.Sqrt(variance + Math.Max(0, chance[i] - usualChance));
            var difference = logs[i] - middle;
            var p = error > 0 ? 2 * StudentT.Tail(Math.Abs(difference) / error, degrees) : difference == 0 ? 1 : 0;
            if (!double.IsFinite(p)) continue;
            compared.Add(new((first.Service, first.Version, first.Runtime), hosts[i], difference, p, hosts.Count - 1,
                hosts.Count > MostLeftOut ? allShare : Median.Compute(Without(shares, i))));
        }

        return compared;
    }

    private static double[] Without(List<double> values, int left)
    {
        var others = new double[values.Count - 1];
        for (var i = 0; i < others.Length; i++) others[i] = values[i < left ? i : i + 1];
        return others;
    }

    /// <summary>The middle of the other hosts, the variance of one more host's distance from it, and the variance's degrees of
    /// freedom.</summary>
    private static (double Middle, double Variance, int Degrees) Usual(double[] others)
    {
        var count = others.Length;
        if (count < FewestForMedian)
        {
            var (mean, variance) = RatioEstimate.Moments(others);
            return (mean, variance * (1 + (1.0 / count)), count - 1);
        }

        var middle = Median.Compute(others);
        var deviation = DeviationOfMedian * count / (count - SmallSample) * Median.Compute(others.Select(other =>
            Math.Abs(other - middle)));
        // The median's variance is that of a mean times π ÷ 2.
        return (middle, deviation * deviation * (1 + (Math.PI / 2 / count)), (int)Math.Clamp(MedianEfficiency * count, 1, 1_000));
    }

    private sealed record Compared(
        (string Service, string Version, string Runtime) Key, HostSums Sums, double Difference, double PValue, int Others,
        double OthersShare);
}
