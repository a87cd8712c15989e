using Unpause.Analysis.Diagnosis;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// The causes of the stops of each hour: the share of the stop time that each finding explains in the reports of that hour, as a mean over
/// the time, times the stops that were counted. What no finding explains, and hours without a report, have none.
/// </summary>
internal sealed class PrometheusFindings
{
    private const double Rounding = 1e-9;

    private static readonly Dictionary<string, RuleDescription> Rules = RuleCatalog.All
        .Select(rule => rule.About).DistinctBy(rule => rule.Id).ToDictionary(rule => rule.Id, StringComparer.Ordinal);

    private readonly Dictionary<(ProcessKey Process, int Window), List<(string Finding, double Share)>> _found = [];

    /// <summary>Asks for the shares over the time of each window.</summary>
    public static async Task<PrometheusFindings> ReadAsync(PrometheusMoments moments, FleetSelection selection, CancellationToken stop)
    {
        var findings = new PrometheusFindings();
        var shares = PrometheusNames.Select(PrometheusNames.Shares, selection);
        var reports = PrometheusNames.Select(PrometheusNames.Judged, selection);
        // A finding that is in one of two reports has half of its share: a mean of what is there would give it all.
        var answers = moments.OverWindowsAsync(
            length => $"sum_over_time({shares}[{length}s]) / ignoring ({PrometheusNames.Finding}) group_left () "
                + $"count_over_time({reports}[{length}s])",
            stop);
        await foreach (var (windows, all) in answers.ConfigureAwait(false))
        {
            foreach (var series in all)
            {
                foreach (var (window, point) in moments.Place(series, windows)) findings.Add(series, window, point.Value);
            }
        }

        return findings;
    }

    private void Add(PrometheusSeries series, int window, double share)
    {
        if (ProcessKey.From(series) is not { } process || !(share > 0)) return;
        if (series.Label(PrometheusNames.Finding) is not { Length: > 0 } finding) return;
        if (!_found.TryGetValue((process, window), out var own)) _found[(process, window)] = own = [];
        own.Add((finding, Math.Min(1, share)));
    }

    /// <summary>The stops by service and finding; an empty one for what none explains.</summary>
    public IReadOnlyList<ServiceCause> Share(PrometheusPart part)
    {
        var services = new Dictionary<(string Service, string Runtime), Sums>();
        var causes = new Dictionary<(string Service, string Runtime, string Finding), Sums>();
        foreach (var key in part.Keys())
        {
            var service = Of(services, (key.Process.Service, key.Process.Runtime));
            service.Instances.Add(key.Process.Instance);
            service.Covered += part.Covered.GetValueOrDefault(key);
            var time = part.Moments.Windows[key.Window];
            (service.First, service.Last) = (Math.Min(service.First, time.Start), Math.Max(service.Last, time.At));
            if (!part.Stops.TryGetValue(key, out var stops)) continue;
            var found = _found.GetValueOrDefault(key) ?? [];
            // Of several series of one name, shares may be more than all.
            var all = Math.Max(1, found.Sum(one => one.Share));
            foreach (var (finding, share) in found) Add(finding, share / all);
            if (found.Sum(one => one.Share) is < 1 - Rounding and var explained) Add("", 1 - explained);

            void Add(string finding, double share)
            {
                var cause = Of(causes, (key.Process.Service, key.Process.Runtime, finding));
                cause.Instances.Add(key.Process.Instance);
                cause.Stopped += stops.SumSeconds * share;
                cause.Longest = Math.Max(cause.Longest, stops.MaxSeconds);
            }
        }

        return
        [
            .. causes.Select(cause =>
            {
                var (service, runtime, finding) = cause.Key;
                var all = services[(service, runtime)];
                var rule = Rules.GetValueOrDefault(finding);
                return new ServiceCause(
                    service, runtime, finding, finding, rule?.Advises.FirstOrDefault() ?? "", "",
                    cause.Value.Instances.Count, all.Instances.Count, all.Covered, cause.Value.Stopped, null, null, null,
                    cause.Value.Longest, null)
                {
                    Concurrent = all.Concurrent,
                };
            }),
        ];
    }

    private static Sums Of<TKey>(Dictionary<TKey, Sums> all, TKey key)
        where TKey : notnull
    {
        if (!all.TryGetValue(key, out var sums)) all[key] = sums = new Sums();
        return sums;
    }

    private sealed class Sums
    {
        public HashSet<string> Instances { get; } = new(StringComparer.Ordinal);

        public long First { get; set; } = long.MaxValue;

        public long Last { get; set; }

        /// <summary>How many ran at a time, as a mean: of one name there may be several.</summary>
        public double? Concurrent => Last > First ? Covered / (Last - First) : null;

        public double Covered { get; set; }

        public double Stopped { get; set; }

        public double Longest { get; set; }
    }
}
