using System.Globalization;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Analysis.Holes;

/// <summary>Chooses a few traces to look at, and lays pauses and holes over their spans.</summary>
public static class WorstTraces
{
    /// <summary>
    /// The longest of the requests that the collector met, then the traces of the most explained holes, then the longest of the others.
    /// </summary>
    /// <param name="sets">Requests with spans; sets without spans have no traces.</param>
    /// <param name="recordings">One recording a process.</param>
    /// <param name="attribution">The judgement of the same requests; nothing is shown when it was refused.</param>
    /// <param name="holes">The most explained holes.</param>
    /// <param name="options">The options of the attribution.</param>
    public static IReadOnlyList<ShownTrace> Select(
        IReadOnlyList<RequestSet> sets,
        IReadOnlyList<Recording> recordings,
        RequestAttribution attribution,
        IReadOnlyList<ExplainedHole> holes,
        AttributionOptions options)
    {
        if (attribution.Outcome == AttributionOutcome.NotEnoughEvidence) return [];
        var chosen = Chosen(sets, attribution, holes);
        var match = attribution.Match;
        var placed = PlacedPauses.CreateAll(recordings, attribution);
        return [.. TraceExcerpt.CopyAll(sets, [.. chosen.Keys]).Select(
            excerpt => Show(excerpt, sets[excerpt.Set], chosen[(excerpt.Set, excerpt.TraceId)], recordings, match, placed))];
    }

    /// <summary>Traces with the recording for which each was chosen; a dictionary that nothing is taken out of keeps its order.</summary>
    private static Dictionary<(int Set, UInt128 TraceId), int> Chosen(
        IReadOnlyList<RequestSet> sets, RequestAttribution attribution, IReadOnlyList<ExplainedHole> holes)
    {
        var chosen = new Dictionary<(int, UInt128), int>();
        foreach (var request in attribution.Worst.Where(request => request.StoppedNanoseconds > 0).Take(Limits.ShownTraces - 2))
        {
            Add(request);
        }

        foreach (var hole in holes) AddTrace(hole.Set, hole.Span, hole.Recording);
        foreach (var request in attribution.Worst) Add(request);
        return chosen;

        void Add(WorstRequest request) => AddTrace(request.Set, sets[request.Set].Requests[request.Request].Span, request.Recording);

        void AddTrace(int set, int span, int recording)
        {
            if (span >= 0 && chosen.Count < Limits.ShownTraces) chosen.TryAdd((set, sets[set].Spans[span].TraceId), recording);
        }
    }

    private static ShownTrace Show(
        TraceExcerpt excerpt,
        RequestSet set,
        int recording,
        IReadOnlyList<Recording> recordings,
        ProcessMatch match,
        IReadOnlyList<PlacedPauses?> placed)
    {
        var spans = excerpt.Spans.Spans;
        var (from, to) = (long.MaxValue, long.MinValue);
        foreach (var span in spans) (from, to) = (Math.Min(from, span.StartUnixNanoseconds), Math.Max(to, span.EndUnixNanoseconds));
        var rows = new TraceRows(excerpt, set, service => match.RecordingOf(excerpt.Set, service), placed);
        return new ShownTrace(
            excerpt.TraceId.ToString("x32", CultureInfo.InvariantCulture), recording, from, to, excerpt.SpansInAll, rows.Build(),
            PausesIn(recordings, placed, from, to));
    }

    private static List<ShownPause> PausesIn(IReadOnlyList<Recording> recordings, IReadOnlyList<PlacedPauses?> placed, long from, long to)
    {
        var found = new PriorityQueue<ShownPause, long>();
        for (var r = 0; r < recordings.Count; r++)
        {
            if (placed[r] is not { } known) continue;
            foreach (var pause in recordings[r].Pauses)
            {
                if (!pause.HasTime || !known.Stretch.Holds(pause.StartNanoseconds, pause.DurationNanoseconds)) continue;
                var start = known.Clock.Map(known.Stretch.From + pause.StartNanoseconds);
                if (start >= to || start + pause.DurationNanoseconds <= from) continue;
                found.Enqueue(
                    new ShownPause(r, start, pause.DurationNanoseconds, recordings[r].Collections[pause.Collection].Generation),
                    pause.DurationNanoseconds);
                if (found.Count > Limits.ShownTracePauses) found.Dequeue();
            }
        }

        return [.. found.UnorderedItems.Select(item => item.Element)
            .OrderBy(pause => pause.StartUnixNanoseconds)
            .ThenBy(pause => pause.Recording)];
    }
}

/// <summary>
/// One trace with the pauses and holes in it, bounded so that it can be drawn; times in nanoseconds since 1970, on the requests' clock.
/// </summary>
/// <param name="TraceId">32 hexadecimal digits.</param>
/// <param name="Recording">Index of the recording of the process for which the trace was chosen.</param>
/// <param name="StartUnixNanoseconds">Start of its first span.</param>
/// <param name="EndUnixNanoseconds">End of its last.</param>
/// <param name="SpansInAll">Spans that the trace has.</param>
/// <param name="Spans">Spans to draw, parents before their children, children in order of start.</param>
/// <param name="Pauses">Pauses that meet the trace, of every recorded process, in order of start.</param>
public sealed record ShownTrace(
    string TraceId,
    int Recording,
    long StartUnixNanoseconds,
    long EndUnixNanoseconds,
    long SpansInAll,
    IReadOnlyList<ShownSpan> Spans,
    IReadOnlyList<ShownPause> Pauses);

/// <summary>A pause that meets a drawn trace.</summary>
/// <param name="Recording">Index of its recording.</param>
/// <param name="StartUnixNanoseconds">Its start on the requests' clock.</param>
/// <param name="Generation">The generation collected, or null.</param>
public readonly record struct ShownPause(int Recording, long StartUnixNanoseconds, long DurationNanoseconds, string? Generation);
