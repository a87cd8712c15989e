namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Alerts of the rules that come with unpause (packaging/watch/prometheus-rules.yml), and those of the watchers themselves, which hold at a
/// moment.
/// </summary>
internal static class PrometheusAlerts
{
    private const string OfRules = "ALERTS", Since = "ALERTS_FOR_STATE", NameLabel = "alertname", Own = "alertname=~\"Unpause.+\"";

    private const string StateLabel = "alertstate", Firing = "firing", Condition = "condition";

    // How far back the start of a watcher's alert is looked for, and how exactly.
    private const string LongAgo = "1d", Exactly = "1m";

    /// <summary>Reads them.</summary>
    public static async Task<IReadOnlyList<OpenFleetAlert>> ReadAsync(
        PrometheusClient client, FleetSelection selection, long at, CancellationToken stop)
    {
        var starts = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var series in await client.AtAsync($"{Since}{{{Own}}}", at, stop).ConfigureAwait(false))
            starts.TryAdd(ProcessKey.AllLabels(series), series.Points[^1].Value);

        var open = new List<OpenFleetAlert>();
        var firing = $"{OfRules}{{{Own},{PrometheusNames.Match(StateLabel, Firing)}}}";
        foreach (var series in await client.AtAsync(firing, at, stop).ConfigureAwait(false))
        {
            var start = starts.TryGetValue(ProcessKey.AllLabels(series, StateLabel), out var known) ? known : series.Points[^1].Seconds;
            Add(series, series.Label(NameLabel), start);
        }

        // A watcher has no start of its alerts in metrics: it is the first time that the alert is there in the last day.
        var held = PrometheusNames.Select(PrometheusNames.Alerts, selection);
        var query = $"min_over_time(timestamp({held})[{LongAgo}:{Exactly}]) and {held}";
        foreach (var series in await client.AtAsync(query, at, stop).ConfigureAwait(false))
            Add(series, series.Label(Condition), series.Points[^1].Value);
        return [.. open.OrderBy(alert => alert.Since).ThenBy(alert => alert.Name, StringComparer.Ordinal)];

        void Add(PrometheusSeries series, string name, double start)
        {
            if (name.Length == 0 || !(start >= 0 && start <= at)) return;
            var instance = ProcessKey.InstanceOf(series);
            if (IsOther(selection.Service, series.Label(PrometheusNames.Service)) || IsOther(selection.Host, instance)
                || IsOther(selection.Runtime, series.Label(PrometheusNames.Runtime))
                || IsOther(selection.Version, series.Label(PrometheusNames.Version))) return;
            var since = DateTimeOffset.FromUnixTimeMilliseconds((long)(start * 1e3));
            open.Add(new OpenFleetAlert(name, series.Label(PrometheusNames.Service), instance, since));
        }
    }

    /// <summary>Whether an alert is of another part of the fleet; one of a whole service has no instance.</summary>
    private static bool IsOther(string? selected, string label) => selected is not null && label.Length > 0 && label != selected;
}
