using System.Text.Json.Serialization;
using Unpause.Analysis.Summaries;
using Unpause.Requests.Attribution;
using Unpause.Requests.Statistics;

namespace Unpause.Reports.Documents;

/// <summary>Durations; percentiles are nearest-rank over all values, null when there are none.</summary>
public abstract record PercentilesDocument
{
    /// <summary>An empty one, to be read into.</summary>
    protected PercentilesDocument()
    {
    }

    private protected PercentilesDocument(Distribution durations)
    {
        P50Ms = Milliseconds.FromNanoseconds(durations.P50Nanoseconds);
        P90Ms = Milliseconds.FromNanoseconds(durations.P90Nanoseconds);
        P99Ms = Milliseconds.FromNanoseconds(durations.P99Nanoseconds);
        P999Ms = Milliseconds.FromNanoseconds(durations.P999Nanoseconds);
        MaxMs = Milliseconds.FromNanoseconds(durations.MaxNanoseconds);
    }

    /// <summary>The median.</summary>
    [JsonRequired]
    public Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    [JsonRequired]
    public Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    [JsonRequired]
    public Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    [JsonRequired]
    public Milliseconds? P999Ms { get; init; }

    /// <summary>The longest.</summary>
    [JsonRequired]
    public Milliseconds? MaxMs { get; init; }
}

/// <summary>Stop-the-world pauses or stops, with their sum.</summary>
public abstract record DistributionDocument : PercentilesDocument
{
    /// <summary>Decimals of throughput in percent.</summary>
    internal const int ThroughputDecimals = 4;

    /// <summary>An empty one, to be read into.</summary>
    protected DistributionDocument()
    {
    }

    private protected DistributionDocument(PauseSummary pauses)
        : base(pauses)
    {
        Count = pauses.Count;
        TotalMs = new(pauses.TotalNanoseconds);
        MeanMs = Milliseconds.FromNanoseconds(pauses.MeanNanoseconds);
        ThroughputPercent = RoundedNumber.Percent(pauses.ThroughputPercent, ThroughputDecimals);
    }

    /// <summary>The number of pauses or stops.</summary>
    [JsonRequired]
    [JsonPropertyOrder(-1)]
    public long Count { get; init; }

    /// <summary>Their total time.</summary>
    [JsonRequired]
    [JsonPropertyOrder(-1)]
    public Milliseconds TotalMs { get; init; }

    /// <summary>The mean.</summary>
    [JsonRequired]
    public Milliseconds? MeanMs { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    [JsonRequired]
    [JsonPropertyOrder(1)]
    public double? ThroughputPercent { get; init; }

    /// <summary>
    /// The distribution over the time of the recording. Of stops for GC, where stops are recorded, otherwise of pauses; --histograms adds
    /// the others. Absent in documents of older versions.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyOrder(2)]
    public HistogramDocument? Histogram { get; init; }
}

/// <summary>Latencies of requests; percentiles are nearest-rank over all values.</summary>
public record LatencyDocument : PercentilesDocument
{
    private const int PercentDecimals = 6;

    /// <summary>An empty one, to be read into.</summary>
    public LatencyDocument()
    {
    }

    internal LatencyDocument(LatencyDistribution latency)
        : base(latency) => SlowPercent = RoundedNumber.Percent(latency.SlowPercent, PercentDecimals);

    /// <summary>The share of slow requests.</summary>
    [JsonRequired]
    public double? SlowPercent { get; init; }
}
