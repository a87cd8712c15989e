namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>What the runtime's histograms say of stops, without their times: how many, and about how long the longest was.</summary>
internal static class GoAgentStops
{
    /// <summary>Adds a note on the collector's stops and on others, where there were any.</summary>
    public static void AddNotes(CoverageBuilder coverage, GoAgentSample first, GoAgentSample last)
    {
        AddNotes(coverage, first, last, other: false, "for GC");
        AddNotes(coverage, first, last, other: true, "for other reasons (ReadMemStats, GOMAXPROCS, profiles, traces)");
    }

    private static void AddNotes(CoverageBuilder coverage, GoAgentSample first, GoAgentSample last, bool other, string whose)
    {
        UInt128 count = 0;
        var longest = -1;
        for (var bucket = 0; bucket < GoAgentSample.Buckets; bucket++)
        {
            if (last.Stops(other, bucket) is not { } now || first.Stops(other, bucket) is not { } before || now <= before) continue;
            count += now - before;
            longest = bucket;
        }

        if (longest < 0) return;
        coverage.Add(
            $"The runtime counted {count:N0} stop-the-world pauses {whose}; the longest took from {Quantities.Duration(1L << longest)} "
            + $"to {Quantities.Duration(2L << longest)}.");
    }
}
