namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Requests of the last report of each hour. A report is about the last minutes before it, so these are samples: shares of them are valid,
/// but the number of all requests of an hour is not known.
/// </summary>
internal sealed class PrometheusRequests
{
    private readonly Dictionary<(ProcessKey Process, int Window), Dictionary<string, double>> _values = [];
    private readonly PrometheusMoments _moments;

    private PrometheusRequests(PrometheusMoments moments) => _moments = moments;

    /// <summary>Reads them.</summary>
    public static async Task<PrometheusRequests> ReadAsync(PrometheusMoments moments, FleetSelection selection, CancellationToken stop)
    {
        var requests = new PrometheusRequests(moments);
        var query = PrometheusNames.Select(
            selection, PrometheusNames.Judged, PrometheusNames.Requests, PrometheusNames.Slow, PrometheusNames.SlowBecauseOfGc);
        await foreach (var (windows, all) in moments.AtEndsAsync(query, stop).ConfigureAwait(false))
        {
            foreach (var series in all)
            {
                if (ProcessKey.From(series) is not { } process) continue;
                var name = series.Label(PrometheusNames.Name);
                foreach (var (window, point) in moments.Place(series, windows))
                {
                    if (!requests._values.TryGetValue((process, window), out var values)) requests._values[(process, window)] = values = [];
                    if (point.Value >= 0) values.TryAdd(name, point.Value);
                }
            }
        }

        return requests;
    }

    /// <summary>The requests of a report that was made in a window; null where none was.</summary>
    public (double Requests, double? Slow, double? SlowBecauseOfGc)? Of((ProcessKey Process, int Window) key)
    {
        if (!_values.TryGetValue(key, out var values) || !values.TryGetValue(PrometheusNames.Requests, out var count)) return null;
        var window = _moments.Windows[key.Window];
        if (values.GetValueOrDefault(PrometheusNames.Judged) is var at && (at < window.Start || at > window.At)) return null;
        return (count, Known(PrometheusNames.Slow), Known(PrometheusNames.SlowBecauseOfGc));

        double? Known(string name) => values.TryGetValue(name, out var value) ? value : null;
    }
}
