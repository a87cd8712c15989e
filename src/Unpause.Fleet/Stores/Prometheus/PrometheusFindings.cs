using Unpause.Analysis.Diagnosis;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Which findings the reports of a process had in an hour. How much stop time each explains is not in metrics, so it is divided equally
/// among
/// those that name a cause. An observation that needs no action gets none; a symptom only where no cause is known.
/// </summary>
internal sealed class PrometheusFindings
{
    private const string FindingLabel = "finding", SeverityLabel = "severity", Observation = "info";

    private static readonly Dictionary<string, RuleDescription> Rules = RuleCatalog.All
        .Select(rule => rule.About).DistinctBy(rule => rule.Id).ToDictionary(rule => rule.Id, StringComparer.Ordinal);

    private readonly Dictionary<(ProcessKey Process, int Window), List<string>> _found = [];

    /// <summary>Adds a finding of an hour.</summary>
    public void Add(PrometheusSeries series, int window)
    {
        if (ProcessKey.From(series) is not { } process || series.Label(SeverityLabel) == Observation) return;
        if (series.Label(FindingLabel) is not { Length: > 0 } finding) return;
        if (!_found.TryGetValue((process, window), out var own)) _found[(process, window)] = own = [];
        if (!own.Contains(finding)) own.Add(finding);
    }

    /// <summary>The stops by service and finding; an empty one for stops of hours without a finding.</summary>
    public IReadOnlyList<ServiceCause> Share(PrometheusPart part)
    {
        var services = new Dictionary<(string Service, string Runtime), Sums>();
        var causes = new Dictionary<(string Service, string Runtime, string Finding), Sums>();
        foreach (var key in part.Keys())
        {
            var service = Of(services, (key.Process.Service, key.Process.Runtime));
            service.Instances.Add(key.Process.Instance);
            service.Covered += part.Covered.GetValueOrDefault(key);
            var own = Causes(key);
            var stops = part.Stops.GetValueOrDefault(key);
            // Stops that none explains are only there where there are stops.
            if (own is [""] && stops is null) continue;
            foreach (var finding in own)
            {
                var cause = Of(causes, (key.Process.Service, key.Process.Runtime, finding));
                cause.Instances.Add(key.Process.Instance);
                cause.Stopped += (stops?.SumSeconds ?? 0) / own.Count;
                cause.Longest = Math.Max(cause.Longest, stops?.MaxSeconds ?? 0);
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
                    service, runtime, finding, rule?.Summary ?? finding, rule?.Advises.FirstOrDefault() ?? "", "",
                    cause.Value.Instances.Count, all.Instances.Count, all.Covered, cause.Value.Stopped, null, null, null,
                    cause.Value.Longest, null);
            }),
        ];
    }

    /// <summary>The findings that share the stops of an hour: never none.</summary>
    private List<string> Causes((ProcessKey, int) key)
    {
        if (!_found.TryGetValue(key, out var found)) return [""];
        var causes = found.FindAll(finding => !Rules.TryGetValue(finding, out var rule)
            || !(rule.IsCatchAll || rule.FollowsFrom.Any(found.Contains)));
        return causes.Count > 0 ? causes : found;
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

        public double Covered { get; set; }

        public double Stopped { get; set; }

        public double Longest { get; set; }
    }
}
