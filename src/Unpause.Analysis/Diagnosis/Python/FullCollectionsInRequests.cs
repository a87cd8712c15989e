using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>Requests that contain a full collection of CPython, which makes them the slowest ones.</summary>
internal sealed class FullCollectionsInRequests : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum requests with a full collection", 5, "requests", "fewer may be a single event");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "median time of full collections in such a request", 5, "shorter ones are within network latency");

    private static readonly Threshold Double = Threshold.Times(
        "their ratio to the median of the other requests", 1, "then such a request takes at least twice as long as others");

    private static readonly Threshold High = Threshold.Milliseconds(
        "median that makes the finding high", 50, "users start to notice a single pause of about this length");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "full-collections-in-requests",
        AppliesTo = [Runtimes.CPython],
        Summary = $"At least {Fewest} contain a full collection. Their median time in full collections is at least {Long}, and exceeds the "
            + "median time of a whole request without one.",
        Background = "CPython collects when the application allocates, so full collections run in the middle of requests and "
            + "scan everything that the service has loaded. Frozen objects are not scanned. A collection between two requests "
            + "delays only requests that arrive meanwhile.",
        Thresholds = [Fewest, Long, Double, High, CyclicWork.Pile],
        Needs = [PythonNeeds.Requests],
        Helps = [PythonNeeds.Cycles],
        Advises =
        [
            "freeze the objects loaded at start-up (gc.freeze)",
            "run full collections between requests only, where the server has a hook for that",
        ],
        FollowsFrom = ["explicit-collections", "futile-collections"],
        Confidence = Confidence.Certain("collections and requests are of one process and on one clock"),
        Versions = "CPython 3; freeze from 3.7. Not for free-threaded builds or 3.14.0 to 3.14.4.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "gunicorn documentation, post_request: https://docs.gunicorn.org/en/stable/settings.html#post-request",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Source.Collector is not (null or PythonCollectors.Generational)) return Verdict.Silent;
        if (recording.Requests is not { Served: > 0 }) return PythonNeeds.Requests.Missing();
        if (process.Shared(Felt) is not { } full) return Verdict.Silent;
        var (withFull, taken) = (Median.Compute(full.WithFull), Median.Compute(full.Collecting));
        var other = MedianOf(full.Others);
        List<Evidence> evidence =
        [
            Evidence.Count("with_full_requests", "requests that contain a full collection", full.WithFull.Count, "requests"),
            Evidence.Count("without_full_requests", "requests without a full collection", full.Others.Count, "requests"),
            Evidence.Time("median_with_full_ms", "median time of requests with a full collection", withFull),
            Evidence.Time("median_full_ms", "median time of the full collections in them", taken),
            Evidence.Time("median_without_full_ms", "median time of requests without a full collection", other),
            .. SnapshotAdvice.Evidence(recording),
        ];
        return Verdict.Found(new Finding(
            Id,
            taken >= High.Nanoseconds ? Severity.High : Severity.Medium,
            $"{Quantities.Count(full.WithFull.Count)} of {Quantities.Count(full.WithFull.Count + full.Others.Count)} requests contain a "
            + $"full collection, which took {Quantities.Duration(taken)} of {Quantities.Duration(withFull)} (medians)",
            evidence,
            [
                new(
                    "Exclude the objects loaded at start-up from GC with gc.freeze (3.7 and later; frozen objects are never collected).",
                    Code: "import gc\ngc.collect()\ngc.freeze()  # once, when start-up is over"),
                new(
                    "Or keep full collections out of requests: set the third threshold so high that it is never reached, "
                    + "and collect when no request is served, as gunicorn's synchronous workers can. A request that "
                    + "arrives meanwhile still waits, so compare p99.",
                    Code: "# gunicorn.conf.py\nimport gc\n\ndef post_worker_init(worker):\n    gc.set_threshold(10_000, 20, 1_000_000)\n\n"
                        + "def post_request(worker, request, environ, response):\n    if worker.nr % 1000 == 0:\n        gc.collect()"),
                .. SnapshotAdvice.On(recording),
            ],
            $"These requests would take about {Quantities.Duration(other)}, like the others.",
            Gain.PausesUpTo(process, full.Collecting.Sum())));
    }

    /// <summary>Times of requests with a full collection, of those collections, and of the other requests.</summary>
    private sealed record RequestTimes(List<long> WithFull, List<long> Collecting, List<long> Others);

    /// <summary>Whether requests with a full collection take at least twice as long as others.</summary>
    public static bool AreFelt(AnalysedProcess process) => process.Shared(Felt) is not null;

    private static RequestTimes? Felt(Recording recording)
    {
        // The other collectors have no full collections of this kind, or let requests continue during parts of them (free-threaded builds).
        if (recording.Source.Collector is not (null or PythonCollectors.Generational)) return null;
        if (recording.Requests is not { Served: > 0 } requests) return null;
        var full = FullIn(recording, requests);
        if (full.WithFull.Count < Fewest.Value) return null;
        var taken = Median.Compute(full.Collecting);
        return taken < Long.Nanoseconds || !(taken > Double.Value * MedianOf(full.Others)) ? null : full;
    }

    private static long MedianOf(List<long> times) => times.Count > 0 ? Median.Compute(times) : 0;

    private static RequestTimes FullIn(Recording recording, RecordedRequests requests)
    {
        List<(long Start, long End)> full =
        [
            .. recording.Pauses.Where(pause => recording.Collections[pause.Collection].Generation == Generations.Gen2)
                .Select(pause => (pause.StartNanoseconds, pause.EndNanoseconds)),
        ];
        List<long> withFull = [], collecting = [], others = [];
        foreach (var request in requests.Requests)
        {
            var end = request.StartNanoseconds + request.DurationNanoseconds;
            long inside = 0;
            // The first collection that starts with the request or later; the rest follow in order.
            var first = ~full.BinarySearch((request.StartNanoseconds, long.MinValue));
            for (var i = first; i < full.Count && full[i].End <= end; i++) inside += full[i].End - full[i].Start;

            (inside == 0 ? others : withFull).Add(request.DurationNanoseconds);
            if (inside > 0) collecting.Add(inside);
        }

        return new RequestTimes(withFull, collecting, others);
    }
}
