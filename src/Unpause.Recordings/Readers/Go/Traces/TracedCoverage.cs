using Unpause.Recordings;

namespace Unpause.Readers.Go.Traces;

/// <summary>What is said of a trace beside its numbers.</summary>
internal static class TracedCoverage
{
    /// <summary>Says it.</summary>
    public static void Tell(CoverageBuilder coverage, RecordedRequests? requests, TracedRequests traced)
    {
        coverage.Add(
            "A pause reaches from the call that stops the world until it goes on, as Go's execution trace tells: more than gctrace "
            + "prints. Tracing itself takes time of the program, as a rule a few percent.");
        if (requests is not null && traced.HasHttp)
        {
            coverage.Add(
                "Requests are told from the goroutines of net/http: from when data for the request came until the answer was written. What "
                + "went before (accept queue, network) isn't in them.");
        }

        if (requests is not null && traced.HasTasks) coverage.Add("Tasks of the program (runtime/trace.NewTask) count as requests.");
        if (traced.Unfinished > 0)
        {
            coverage.Add(
                $"{Quantities.Count(traced.Unfinished, "request")} had not ended when the trace did, and "
                    + $"{(traced.Unfinished == 1 ? "is" : "are")} "
                + "not counted.");
        }
    }
}
