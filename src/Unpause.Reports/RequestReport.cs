using Unpause.Analysis.Holes;
using Unpause.Recordings.Exits;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Reports;

/// <summary>The requests of a report and their attribution.</summary>
/// <param name="Sets">The requests that were read.</param>
/// <param name="Attribution">The slow requests that GC caused; its recordings are the report's processes, in the same order.</param>
/// <param name="Holes">Holes in traces with collections in them, the best explained first.</param>
/// <param name="Doubts">Implausible times of requests, as sentences.</param>
public sealed record RequestReport(
    IReadOnlyList<RequestSet> Sets,
    RequestAttribution Attribution,
    IReadOnlyList<ExplainedHole> Holes,
    IReadOnlyList<string> Doubts)
{
    /// <summary>Whether a part of the request files could not be read.</summary>
    public bool Incomplete { get; init; }

    /// <summary>A few traces to show, those with GC first.</summary>
    internal IReadOnlyList<ShownTrace> Traces { get; init; } = [];

    /// <summary>Most holes that are listed.</summary>
    private const int MostHoles = 20;

    /// <summary>Attributes requests to the processes of a report.</summary>
    /// <param name="sets">Requests from one or several inputs.</param>
    /// <param name="report">The report with the processes.</param>
    /// <param name="options">The threshold of slow requests and other options.</param>
    /// <param name="nowUnixNanoseconds">The current time; later requests are implausible.</param>
    public static RequestReport Create(IReadOnlyList<RequestSet> sets, Report report, AttributionOptions options, long nowUnixNanoseconds)
    {
        if (!report.ArgumentsShown) sets = [.. sets.Select(RedactedFacts.Redact)];
        Recording[] recordings = [.. report.Processes.Select(process => ExitCollections.Included(process.Recording))];
        if (Window(recordings) is var (from, until))
        {
            sets = [.. sets.Select(set => set.RecordedBy is null ? set.Within(from, until) : set)];
        }

        var same = SameRequests.Find(sets);
        RequestSet[] counted = [.. sets.Select((set, i) => same.Any(pair => pair.LeftOut == i) ? set.WithoutRequests() : set)];
        options = options with { Identity = report.Identity };
        var attribution = RequestAttribution.Compute(counted, recordings, options);
        if (same.Count > 0)
        {
            var once = same.Select(pair => new Explanation.CountedOnce(sets[pair.Taken].Files, sets[pair.LeftOut].Files, pair.Share));
            attribution = attribution with { Explanations = [.. attribution.Explanations, .. once] };
        }

        var holes = HoleExplanation.Explain(counted, recordings, attribution, options, MostHoles);
        return new RequestReport(
            sets,
            attribution,
            holes,
            [.. sets.Where(set => set.RecordedBy is null).SelectMany(set => UnitCheck.Doubts(set, nowUnixNanoseconds).Select(doubt =>
                doubt.Sentence))])
        {
            Traces = WorstTraces.Select(counted, recordings, attribution, holes, options),
        };
    }

    /// <summary>The wall time that parts of recordings cover, since 1970; null when they are whole or have no clock.</summary>
    private static (long From, long Until)? Window(Recording[] recordings)
    {
        (long From, long Until)? all = null;
        foreach (var recording in recordings)
        {
            if (recording is not { Part: not null, Clock.StartedAt: { } started, DurationNanoseconds: { } length }) return null;
            var from = UnixTime.Nanoseconds(started);
            all = all is var (first, last) ? (Math.Min(first, from), Math.Max(last, from + length)) : (from, from + length);
        }

        return all;
    }
}
