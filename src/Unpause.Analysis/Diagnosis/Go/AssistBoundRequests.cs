using Unpause.Analysis.Summaries;
using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>Slow requests of a Go process that spent time in mark assists before they could allocate.</summary>
internal sealed class AssistBoundRequests : Rule
{
    private const int Shown = 3;

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of the slowest requests' time in mark assists and in waiting for assist credit", 10,
        "a smaller share does not explain why they are the slowest");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 30, "then assists are the largest part that can be saved");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of requests", 100, "requests", "with fewer, the slowest 1 % is a single request, which may be any");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "assist-bound-requests",
        AppliesTo = [Runtimes.Go],
        Summary = $"At least {Least} of the time of the slowest hundredth of requests was spent in mark assists.",
        Background = "While Go marks, a goroutine that allocates must mark in proportion (a mark assist), or wait until "
            + "others have marked. This is not a pause, and pause statistics do not show it. It can delay a request many "
            + "times longer than the stop-the-world pauses do. It occurs when the application allocates faster than the "
            + "GC workers, a quarter of the processors, can mark.",
        Thresholds = [Least, High, Fewest],
        Needs = [GoNeeds.RequestTimes],
        Advises =
        [
            "let the heap grow more between GC cycles (GOGC, bounded by GOMEMLIMIT)",
            "allocate less in these requests",
        ],
        Confidence = Confidence.Certain("the trace records the state of each goroutine at each moment"),
        Versions = "Go 1.11 and later, with an execution trace.",
        Sources =
        [
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
            "Go, src/runtime/mgcmark.go (gcAssistAlloc)",
            "golang/go issues 14812, 27732 and 40225",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.RequestTime is not { } time) return GoNeeds.RequestTimes.Missing();
        if (time.Requests < Fewest.Value) return Verdict.Silent;
        var percent = Percent(time.Slowest);
        if (!(percent >= Least.Value)) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "assist_share_percent",
                "mark assists and waits for assist credit, share of the time of the slowest "
                + $"{Quantities.Count(time.SlowestRequests, "request")} of {Quantities.Count(time.Requests)}", percent),
            Evidence.Time("assist_ms", "time marking in these requests", time.Slowest.Assisting),
            Evidence.Time("assist_wait_ms", "time waiting for assist credit in these requests", time.Slowest.AssistWait),
            Evidence.Time("stopped_ms", "stop-the-world time in these requests", time.Slowest.Stopped),
            Evidence.Time("sched_wait_ms", "time waiting for a processor in these requests", time.Slowest.Queued),
            Evidence.Percent("assist_share_of_all_percent", "mark assists, share of the time of all requests", Percent(time.All)),
        ];
        var names = Names(process.Recording.Requests!, time);
        List<Advice> advice =
        [
            new(
                "Let the heap grow more between GC cycles: there is less marking in total. Bound the memory with GOMEMLIMIT (Go "
                + "1.19 and later), below the container's limit.", "GOGC=400"),
            new(
                $"Allocate less in the slowest requests{(names.Length > 0 ? $" ({names})" : "")}: a request assists in proportion to what "
                + "it allocates. An allocation profile names the allocation sites."),
        ];
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Mark assists take {Quantities.Percent(percent)} of the slowest requests' time, stop-the-world pauses "
            + $"{Quantities.Percent(Share(time.Slowest, time.Slowest.Stopped))}",
            evidence,
            advice,
            $"Saves up to {Quantities.Percent(percent)} of the slowest requests' time."));
    }

    /// <summary>The most frequent names among the longest requests.</summary>
    private static string Names(RecordedRequests requests, RequestTimeSummary time) => string.Join(
        ", ",
        time.Longest.Where(index => requests.Times![index].Assisting > 0)
            .Select(index => requests.Names[requests.Requests[index].Name])
            .GroupBy(name => name, StringComparer.Ordinal)
            .OrderByDescending(group => group.Count())
            .Take(Shown)
            .Select(group => group.Key));

    private static double Percent(RequestTimes times) =>
        Share(times, times.Assisting + times.AssistWait);

    private static double Share(RequestTimes times, long part) => times.Sum > 0 ? 100.0 * part / times.Sum : 0;
}
