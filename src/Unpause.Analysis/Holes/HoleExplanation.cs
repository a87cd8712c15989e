using System.Globalization;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Analysis.Holes;

/// <summary>Finds the holes of traces in which the collector was at work, the most explained first.</summary>
public static class HoleExplanation
{
    /// <summary>Shorter holes are the gaps between any two calls.</summary>
    private const long ShortestHole = 100_000;

    /// <summary>The holes with the most pause time in them.</summary>
    /// <param name="sets">Requests with spans; sets without spans have no holes.</param>
    /// <param name="recordings">One recording a process.</param>
    /// <param name="attribution">How the clocks of each process were aligned;
    /// processes that it refused explain nothing.</param>
    /// <param name="options">The options of the attribution.</param>
    public static IReadOnlyList<ExplainedHole> Explain(
        IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, RequestAttribution attribution,
        AttributionOptions options, int most)
    {
        var match = attribution.Match;
        var pauses = PlacedPauses.CreateAll(recordings, attribution);
        var found = new PriorityQueue<FoundHole, (long, long)>();
        for (var s = 0; s < sets.Count; s++)
        {
            if (sets[s].Spans.Count == 0) continue;
            var tree = SpanTree.Build(sets[s]);
            foreach (var hole in tree.Holes(ShortestHole))
            {
                var recording = match.RecordingOf(s, sets[s].Spans[hole.Span].Service);
                if (recording < 0 || pauses[recording] is not { } placed) continue;
                var explained = placed.Timeline.Stopped(hole.StartUnixNanoseconds, hole.EndUnixNanoseconds);
                if (explained == 0) continue;
                found.Enqueue(new FoundHole(s, hole, recording, explained, tree), (explained, hole.DurationNanoseconds));
                if (found.Count > most) found.Dequeue();
            }
        }

        return [.. found.UnorderedItems
            .Select(item => item.Element)
            .OrderByDescending(item => item.Explained)
            .ThenByDescending(item => item.Hole.DurationNanoseconds)
            .Select(item => Describe(item, sets[item.Set], recordings[item.Recording], pauses[item.Recording]!))];
    }

    private static ExplainedHole Describe(in FoundHole found, RequestSet set, Recording recording, PlacedPauses placed)
    {
        var (hole, tree) = (found.Hole, found.Tree);
        var span = set.Spans[hole.Span];
        int after = -1, before = -1;
        foreach (var child in tree.Children(hole.Span))
        {
            if (set.Spans[child].EndUnixNanoseconds <= hole.StartUnixNanoseconds) after = child;
            else if (before < 0 && set.Spans[child].StartUnixNanoseconds >= hole.EndUnixNanoseconds) before = child;
        }

        return new ExplainedHole(
            found.Set,
            hole.Span,
            found.Recording,
            span.TraceId.ToString("x32", CultureInfo.InvariantCulture),
            NameOf(set, hole.Span),
            NameOf(set, after),
            NameOf(set, before),
            tree.Children(hole.Span).IsEmpty,
            hole.StartUnixNanoseconds,
            hole.DurationNanoseconds,
            found.Explained,
            CollectionsInRequest.Find(recording, placed.Stretch, placed.Clock, hole.StartUnixNanoseconds, hole.EndUnixNanoseconds));
    }

    /// <summary>A hole with pauses in it; set and recording are indexes.</summary>
    private readonly record struct FoundHole(int Set, Hole Hole, int Recording, long Explained, SpanTree Tree);

    private static string? NameOf(RequestSet set, int span) =>
        span >= 0 && set.Spans[span].Name is var name and >= 0 ? set.Names[name] : null;
}

/// <summary>Time of a span that is covered by none of its children.</summary>
/// <param name="Span">Index of the span in its set.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="DurationNanoseconds">Its length; always positive.</param>
public readonly record struct Hole(int Span, long StartUnixNanoseconds, long DurationNanoseconds)
{
    /// <summary>Wall time of its end.</summary>
    public long EndUnixNanoseconds => StartUnixNanoseconds + DurationNanoseconds;
}

/// <summary>A hole in a trace with the collections in it; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Span">Index of the span with the hole.</param>
/// <param name="Recording">Index of the recording of its process.</param>
/// <param name="TraceId">The trace, 32 hexadecimal digits.</param>
/// <param name="Name">The span's operation; null when unnamed.</param>
/// <param name="After">The child that ended last before the hole; null when the hole begins with the span.</param>
/// <param name="Before">The child that starts after the hole; null when the hole ends with the span.</param>
/// <param name="Leaf">Whether the span has no children, so that all of its own work is in the hole.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start.</param>
/// <param name="ExplainedNanoseconds">Of it, inside pauses that could be placed.</param>
/// <param name="Collections">Collections whose pauses meet it, by generation.</param>
public sealed record ExplainedHole(
    int Set,
    int Span,
    int Recording,
    string TraceId,
    string? Name,
    string? After,
    string? Before,
    bool Leaf,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    long ExplainedNanoseconds,
    IReadOnlyList<CollectionsInRequest> Collections);
