using Unpause.Analysis;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Waits;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>Slow requests of a Go program that had to work for the collector before they might allocate.</summary>
internal sealed class AssistBoundRequests : Rule
{
    private const int Shown = 3;

    private static readonly Threshold Least = Threshold.Percent(
        "least share of the slowest requests' time in assists and in waiting for assist credit", 10,
        "less isn't what makes them the slowest");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 30, "it is the better part of what can be won");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest requests", 100, "of them", "of fewer the slowest hundredth is one, which may be any");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "assist-bound-requests",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"Of the time of the slowest hundredth of the requests, {Least} or more went into mark assists.",
        Background = "While the collector marks, a goroutine that allocates has to mark in proportion (assist), or wait until others have. "
            + "That is no pause, and in no pause statistics: of a request it can take many times what stops take. It comes when the "
            + "program "
            + "allocates faster than the collector's quarter of the processors marks.",
        Thresholds = [Least, High, Fewest],
        Needs = [GoNeeds.RequestTimes],
        Advises =
        [
            "let the heap grow further between collections (GOGC, bounded by GOMEMLIMIT)",
            "allocate less in these requests",
        ],
        Confidence = Confidence.Certain("the trace tells what each goroutine did, moment by moment"),
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
                $"assists and waiting for assist credit, of the time of the slowest {Quantities.Count(time.SlowestRequests, "request")} of "
                + $"{Quantities.Count(time.Requests)}", percent),
            Evidence.Time("assist_ms", "marking in them", time.Slowest.Assisting),
            Evidence.Time("assist_wait_ms", "waiting in them until others had marked", time.Slowest.AssistWait),
            Evidence.Time("stopped_ms", "stops of the world in them", time.Slowest.Stopped),
            Evidence.Time("sched_wait_ms", "waiting for a processor in them", time.Slowest.Queued),
            Evidence.Percent("assist_share_of_all_percent", "assists, of the time of all requests", Percent(time.All)),
        ];
        var names = Names(process.Recording.Requests!, time);
        List<Advice> advice =
        [
            new(
                "Let the heap grow further between collections: then there is less marking, and less of it at once. Bound the memory "
                + "with GOMEMLIMIT (Go 1.19 and later) below the container's limit.", "GOGC=400"),
            new(
                $"Allocate less in the slowest ones{(names.Length > 0 ? $" ({names})" : "")}: a request assists in proportion to what it "
                + "allocates. An allocation profile names the places."),
        ];
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Mark assists take {Quantities.Percent(percent)} of the slowest requests' time, stops "
            + $"{Quantities.Percent(Share(time.Slowest, time.Slowest.Stopped))}",
            evidence,
            advice,
            $"Up to {Quantities.Percent(percent)} of the slowest requests' time."));
    }

    /// <summary>What most of the longest requests are.</summary>
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
