namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>What is reported of a trace beside its numbers.</summary>
internal static class TracedCoverage
{
    public static void AddNotes(CoverageBuilder coverage, RecordedRequests? requests, TracedRequests traced)
    {
        coverage.Add(
            "A pause lasts from the call that stops the world until it runs again, as recorded in Go's execution trace. "
            + "This is more than gctrace prints. Tracing itself takes CPU time of the process, usually a few percent.");
        if (requests is not null && traced.HasHttp)
        {
            coverage.Add(
                "Requests are derived from the goroutines of net/http: from the arrival of a "
                    + "request's data until its response was written. "
                + "What came before (accept queue, network) is not included.");
        }

        if (requests is not null && traced.HasTasks) coverage.Add("User tasks (runtime/trace.NewTask) count as requests.");
        if (traced.Unfinished > 0)
        {
            coverage.Add(
                $"{Quantities.Count(traced.Unfinished, "request")} had not ended when the trace did, and "
                + $"{(traced.Unfinished == 1 ? "is" : "are")} not counted.");
        }
    }
}
