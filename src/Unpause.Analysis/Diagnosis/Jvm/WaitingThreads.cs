namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// ZGC's tables name how many threads waited for memory at four moments of a collection. Logs that hold the tables without the
/// lines of the stalls themselves do not show how long they waited.
/// </summary>
internal static class WaitingThreads
{
    /// <summary>Checks a recording of ZGC without timed stalls.</summary>
    public static Verdict Check(string id, AnalysedProcess process, IReadOnlyList<Advice> advice)
    {
        double most = 0, sum = 0;
        var collections = new HashSet<int>();
        foreach (var counter in process.Recording.Counters)
        {
            if (counter.Name != JvmCounters.WaitingThreads) continue;
            most = Math.Max(most, counter.Value);
            sum += counter.Sum ?? counter.Value;
            collections.Add(counter.Collection);
        }

        if (most == 0) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("waiting_max_threads", "most threads that waited for memory at one moment", (long)most, "threads"),
            Evidence.Count("waiting_threads", "waiting threads over four moments of each collection", (long)sum, "threads"),
            Evidence.Count("waiting_collections", "collections during which threads waited", collections.Count, "collections"),
        ];
        if (process.Summary.Heap is { PeakBytes: { } peak, MaxBytes: > 0 and var limit })
        {
            evidence.Add(Evidence.Percent("peak_percent", "most of the heap that was in use", 100.0 * peak / limit));
        }

        return Verdict.Found(new Finding(
            id,
            Severity.High,
            $"Up to {Quantities.Count((long)most, "thread")} at a time waited for memory during {collections.Count} of "
            + $"{Quantities.Count(process.Recording.Collections.Count, "collection")}; for how long is not recorded",
            evidence,
            [.. advice, new("Log each stall with its length (JDK 11 and later).", "-Xlog:gc*")],
            null));
    }
}
