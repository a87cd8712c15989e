namespace Unpause.Requests.Attribution.Evidence;

/// <summary>Latencies and thresholds that look like a mistake.</summary>
internal static class LatencyFacts
{
    private const double MostInFlight = 10_000;
    private const double NearlyAllPercent = 90;
    private const int EnoughRequests = 20;

    /// <summary>
    /// The refusal of a threshold that nearly every request would exceed even without GC: it separates nothing. Null when the threshold
    /// can be used.
    /// </summary>
    public static Explanation? TooLow(LatencyDistribution measured, LatencyDistribution withoutGc, long threshold) =>
        withoutGc.SlowPercent > NearlyAllPercent && withoutGc.Slow >= EnoughRequests
            ? new Explanation.ThresholdTooLow(measured.SlowPercent ?? 0, threshold, measured.P50Nanoseconds ?? 0)
            : null;

    /// <summary>The explanations.</summary>
    public static IEnumerable<Explanation> Explain(LatencyDistribution measured, long threshold, List<ProcessPart> parts)
    {
        if (measured.Slow == 0)
        {
            yield return new Explanation.NoneSlow(threshold, measured.MaxNanoseconds ?? 0, measured.P99Nanoseconds ?? 0);
        }

        if (measured.MaxNanoseconds == 0) yield return new Explanation.NoLatencies();
        if (InFlight(parts) is > MostInFlight and var inFlight) yield return new Explanation.TooManyInFlight((long)inFlight);
    }

    /// <summary>Requests in flight on average (Little's law).</summary>
    private static double InFlight(List<ProcessPart> parts)
    {
        double most = 0;
        foreach (var part in parts)
        {
            double latencies = 0;
            foreach (var latency in part.Requests.Durations) latencies += latency;
            most = Math.Max(most, latencies / Math.Max(1, part.Stretch.Length));
        }

        return most;
    }
}
