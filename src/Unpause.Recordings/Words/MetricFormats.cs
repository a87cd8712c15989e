namespace Unpause.Recordings.Words;

/// <summary>The names of formats of metrics in the contract, which belong to no runtime.</summary>
public static class MetricFormats
{
    /// <summary>Scraped <c>/metrics</c> pages of Prometheus.</summary>
    public const string Prometheus = "prometheus";
}
