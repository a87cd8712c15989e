namespace Unpause.Services.Watch.Metrics;

/// <summary>What a metric is.</summary>
internal enum SeriesKind
{
    /// <summary>A value that goes up and down.</summary>
    Gauge,

    /// <summary>A count that only grows; its samples are named <c>…_total</c>.</summary>
    Counter,

    /// <summary>Labels that are the information; its samples are named <c>…_info</c> and are 1.</summary>
    Info,

    /// <summary>A distribution of durations.</summary>
    Histogram,
}

/// <summary>A label and its value, on one line; writers escape it.</summary>
internal readonly record struct MetricLabel(string Name, string Value)
{
    /// <summary>Whether OpenTelemetry's conventions have its value as a number.</summary>
    public bool IsNumber { get; init; }

    /// <summary>The name with the letters that Prometheus has: OpenTelemetry's names have dots.</summary>
    public string PlainName => Name.Replace('.', '_');
}

/// <summary>One series at this moment.</summary>
/// <param name="Labels">Its labels.</param>
/// <param name="Value">Its value; of a histogram, nothing.</param>
/// <param name="Durations">Of a histogram.</param>
internal readonly record struct MetricSample(MetricLabel[] Labels, double Value, DurationCounts? Durations = null);

/// <summary>All series of one name.</summary>
/// <param name="Name">As in OpenMetrics, without <c>_total</c> and <c>_info</c>.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Help">A sentence; it has no line breaks, quotes or backslashes.</param>
internal sealed record MetricFamily(string Name, SeriesKind Kind, string Help)
{
    /// <summary>The name and unit of OpenTelemetry's conventions; null for metrics of our own.</summary>
    public (string Name, string Unit)? Standard { get; init; }

    /// <summary>Its series; no two have the same labels.</summary>
    public List<MetricSample> Samples { get; } = [];

    /// <summary>The name of its samples, which is also the name of the family in Prometheus' own formats.</summary>
    public string SampleName => Kind switch
    {
        SeriesKind.Counter => Name + "_total",
        SeriesKind.Info => Name + "_info",
        _ => Name,
    };

    /// <summary>Adds a series without labels where the value is known.</summary>
    public MetricFamily Add(double? value) => Add([], value);

    /// <summary>Adds a series where the value is known.</summary>
    public MetricFamily Add(MetricLabel[] labels, double? value)
    {
        if (value is { } known) Samples.Add(new MetricSample(labels, known));
        return this;
    }
}
