namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>What the watcher names a process by in metrics: several processes of one service and instance are one.</summary>
internal readonly record struct ProcessKey(string Service, string Version, string Instance, string Runtime)
{
    /// <summary>The label of the instance.</summary>
    public const string InstanceLabel = "instance";

    // A scrape configuration without honor_labels renames ours.
    private const string Renamed = "exported_instance";

    /// <summary>Takes it from a series; null where it has no service: it is none of ours.</summary>
    public static ProcessKey? From(PrometheusSeries series) => series.Label(PrometheusNames.Service) is { Length: > 0 } service
        ? new(service, series.Label(PrometheusNames.Version), InstanceOf(series), series.Label(PrometheusNames.Runtime))
        : null;

    /// <summary>The instance of a series.</summary>
    public static string InstanceOf(PrometheusSeries series) =>
        series.Labels.TryGetValue(Renamed, out var renamed) ? renamed : series.Label(InstanceLabel);

    /// <summary>All labels of a series in one text, but the metric's name and one more.</summary>
    public static string AllLabels(PrometheusSeries series, string? but = null)
    {
        var text = new StringBuilder();
        foreach (var (name, value) in series.Labels.OrderBy(label => label.Key, StringComparer.Ordinal))
        {
            if (name == but || name == PrometheusNames.Name) continue;
            // Lengths keep two texts apart whatever is in them.
            text.Append(CultureInfo.InvariantCulture, $"{name.Length}:{name}{value.Length}:{value}");
        }

        return text.ToString();
    }
}
