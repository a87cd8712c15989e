namespace Unpause.Recordings.Words;

/// <summary>Names of metrics that conditions, budgets and findings share.</summary>
public static class MetricNames
{
    /// <summary>The longest pause, by the collector's account.</summary>
    public const string MaxPause = "max_pause";
}
