namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>Sentences about latencies and the threshold that look like a mistake.</summary>
internal static class LatencyFacts
{
    private const double MostInFlight = 10_000;
    private const double NearlyAllPercent = 90;
    private const int EnoughRequests = 20;

    /// <summary>
    /// The refusal of a threshold that nearly every request would pass even without the collector: it parts nothing
    /// from nothing. Null when the threshold can be used.
    /// </summary>
    public static Explanation? TooLow(LatencyDistribution measured, LatencyDistribution withoutGc, long threshold) =>
        withoutGc.SlowPercent > NearlyAllPercent && withoutGc.Slow >= EnoughRequests
            ? Explanation.Refusal(
                $"{Quantities.Percent(measured.SlowPercent ?? 0)} of all requests are longer than {Quantities.Duration(threshold)},"
                + $" and nearly all would be without the collector; the median is {Quantities.Duration(measured.P50Nanoseconds ?? 0)}: "
                + "give a higher threshold with --slow, or check the unit of the latencies.")
            : null;

    /// <summary>Adds a sentence for each that needs one.</summary>
    public static void Explain(LatencyDistribution measured, long threshold, List<ProcessPart> parts, List<Explanation> explanations)
    {
        if (measured.Slow == 0)
        {
            explanations.Add(Explanation.Refusal(
                $"No request is longer than {Quantities.Duration(threshold)}; the longest "
                + $"took {Quantities.Duration(measured.MaxNanoseconds ?? 0)}, p99 is {Quantities.Duration(measured.P99Nanoseconds ?? 0)}: "
                + "give a lower threshold with --slow."));
        }

        if (measured.MaxNanoseconds == 0)
        {
            explanations.Add(Explanation.Warning("All latencies are 0: the input has no latencies, or in too coarse a unit."));
        }

        if (InFlight(parts) is > MostInFlight and var inFlight)
        {
            explanations.Add(Explanation.Warning(
                $"By their latencies {Quantities.Count((long)inFlight)} requests would be in flight at any time: the unit "
                + "of the latencies looks wrong."));
        }
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
