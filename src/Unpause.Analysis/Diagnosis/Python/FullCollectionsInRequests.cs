using Unpause.Analysis;
using Unpause.Analysis.Statistics;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>Requests in which CPython looks at its whole heap: the slowest ones are slow for that.</summary>
internal sealed class FullCollectionsInRequests : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest requests with a full collection", 5, "requests", "of fewer nobody knows whether it happens again");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "full collections of a request, in the median", 5, "shorter ones are lost in the network's own times");

    private static readonly Threshold Double = Threshold.Times(
        "their ratio to the median of the other requests", 1, "then such a request takes twice as long as others, or longer");

    private static readonly Threshold High = Threshold.Milliseconds(
        "median that makes the finding high", 50, "from about here on users notice a single pause");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "full-collections-in-requests",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"{Fewest} or more were served with a full collection in them, which took {Long} or more of their time in the median, "
            + "and more than the other requests take whole.",
        Background = "CPython collects where the program allocates, so full collections come in the middle of requests, and all that the "
            + "service has loaded is looked at while somebody waits. What is frozen is not looked at; what is collected between two "
            + "requests makes only those wait that come meanwhile.",
        Thresholds = [Fewest, Long, Double, High, CyclicWork.Pile],
        Needs = [PythonNeeds.Requests],
        Helps = [PythonNeeds.Cycles],
        Advises =
        [
            "freeze what is loaded at start-up (gc.freeze)",
            "let full collections begin between requests only, where the server tells when that is",
        ],
        FollowsFrom = ["explicit-collections", "futile-collections"],
        Confidence = Confidence.Certain("collections and requests are of one process and on one clock"),
        Versions = "CPython 3; freeze from 3.7 on. Not free-threaded builds nor 3.14.0 to 3.14.4.",
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
        var (held, taken) = (Median.Of(full.Held), Median.Of(full.Collecting));
        var other = MedianOf(full.Others);
        List<Evidence> evidence =
        [
            Evidence.Count("with_full_requests", "requests with a full collection in them", full.Held.Count, "requests"),
            Evidence.Count("without_full_requests", "requests without", full.Others.Count, "requests"),
            Evidence.Time("median_with_full_ms", "median time of those with one", held),
            Evidence.Time("median_full_ms", "median time of the full collections in them", taken),
            Evidence.Time("median_without_full_ms", "median time of those without", other),
            .. LookAdvice.Evidence(recording),
        ];
        return Verdict.Found(new Finding(
            Id,
            taken >= High.Nanoseconds ? Severity.High : Severity.Medium,
            $"{Quantities.Count(full.Held.Count)} of {Quantities.Count(full.Held.Count + full.Others.Count)} requests held a full "
            + $"collection, which took {Quantities.Duration(taken)} of {Quantities.Duration(held)} in the median",
            evidence,
            [
                new(
                    "Take what is loaded at start-up out of the collector's sight (3.7 and later; frozen objects are never collected).",
                    Code: "import gc\ngc.collect()\ngc.freeze()  # once, when start-up is over"),
                new(
                    "Or keep full collections out of requests: put the third threshold out of reach, and collect where nobody is served, "
                    + "as gunicorn's synchronous workers can. Who comes meanwhile still waits; compare p99.",
                    Code: "# gunicorn.conf.py\nimport gc\n\ndef post_worker_init(worker):\n    gc.set_threshold(10_000, 20, 1_000_000)\n\n"
                        + "def post_request(worker, request, environ, response):\n    if worker.nr % 1000 == 0:\n        gc.collect()"),
                .. LookAdvice.On(recording),
            ],
            $"Those requests would take about {Quantities.Duration(other)}, as the others do.",
            Gain.PausesUpTo(process, full.Collecting.Sum())));
    }

    /// <summary>Times of requests with a full collection in them, of those collections, and of the other requests.</summary>
    private sealed record RequestTimes(List<long> Held, List<long> Collecting, List<long> Others);

    /// <summary>Whether full collections make requests that hold one take twice as long as others.</summary>
    public static bool AreFelt(AnalysedProcess process) => process.Shared(Felt) is not null;

    private static RequestTimes? Felt(Recording recording)
    {
        // Others have no full ones of their own, and free-threaded builds let requests go on in parts of them.
        if (recording.Source.Collector is not (null or PythonCollectors.Generational)) return null;
        if (recording.Requests is not { Served: > 0 } requests) return null;
        var full = FullIn(recording, requests);
        if (full.Held.Count < Fewest.Value) return null;
        var taken = Median.Of(full.Collecting);
        return taken < Long.Nanoseconds || !(taken > Double.Value * MedianOf(full.Others)) ? null : full;
    }

    private static long MedianOf(List<long> times) => times.Count > 0 ? Median.Of(times) : 0;

    private static RequestTimes FullIn(Recording recording, RecordedRequests requests)
    {
        List<(long Start, long End)> full =
        [
            .. recording.Pauses.Where(pause => recording.Collections[pause.Collection].Generation == Generations.Gen2)
                .Select(pause => (pause.StartNanoseconds, pause.EndNanoseconds)),
        ];
        List<long> held = [], collecting = [], others = [];
        foreach (var request in requests.Requests)
        {
            var end = request.StartNanoseconds + request.DurationNanoseconds;
            long inside = 0;
            // Those that start with it or later: collections follow each other.
            var first = ~full.BinarySearch((request.StartNanoseconds, long.MinValue));
            for (var i = first; i < full.Count && full[i].End <= end; i++) inside += full[i].End - full[i].Start;

            (inside == 0 ? others : held).Add(request.DurationNanoseconds);
            if (inside > 0) collecting.Add(inside);
        }

        return new RequestTimes(held, collecting, others);
    }
}
