using System.Globalization;
using Unpause.Recordings.Waits;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution;

/// <summary>Finds the longest requests and what the collector did in each.</summary>
internal static class WorstRequests
{
    /// <summary>The longest requests of all processes, the longest first.</summary>
    /// <param name="backlog">Backlog-aware latencies of all of them, one process after the other.</param>
    /// <param name="sets">For names.</param>
    /// <param name="recordings">For collections.</param>
    /// <param name="selection">For places in the sets.</param>
    public static IReadOnlyList<WorstRequest> Find(
        List<ProcessPart> parts, long[] backlog, IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings,
        RequestSelection selection, int most)
    {
        var worst = new List<WorstRequest>();
        var at = 0;
        foreach (var part in parts)
        {
            foreach (var request in Longest(part.Requests.Durations, most))
            {
                worst.Add(Describe(part, request, backlog[at + request], sets, recordings[part.Facts.Recording], selection));
            }

            at += part.Requests.Count;
        }

        return [.. worst.OrderByDescending(request => request.DurationNanoseconds)
            .ThenBy(request => request.StartUnixNanoseconds)
            .Take(most)];
    }

    private static IEnumerable<int> Longest(long[] durations, int most)
    {
        var longest = new PriorityQueue<int, long>();
        for (var i = 0; i < durations.Length; i++)
        {
            if (longest.Count < most) longest.Enqueue(i, durations[i]);
            else if (longest.TryPeek(out _, out var least) && durations[i] > least) longest.DequeueEnqueue(i, durations[i]);
        }

        return longest.UnorderedItems.Select(item => item.Element);
    }

    private static WorstRequest Describe(
        ProcessPart part, int request, long without, IReadOnlyList<RequestSet> sets, Recording recording, RequestSelection selection)
    {
        var (set, index) = selection.Find(part.Requests.Positions[request]);
        var (name, span) = (sets[set].Requests[index].Name, sets[set].Requests[index].Span);
        var (start, duration, stopped) = (part.Requests.Starts[request], part.Requests.Durations[request], part.Stopped(request));
        return new WorstRequest(
            set,
            index,
            part.Facts.Recording,
            name >= 0 ? sets[set].Names[name] : null,
            start,
            duration,
            stopped,
            duration - stopped - without,
            without,
            CollectionsInRequest.Find(recording, part.Recorded, part.Facts.Clock, start, start + duration))
        {
            PoolNanoseconds = InWaits(OtherWait.Pool, recording, part, start, start + duration),
            LoopNanoseconds = InWaits(OtherWait.EventLoop, recording, part, start, start + duration),
            Pauses = PauseInRequest.FindLongest(recording, part.Recorded, part.Facts.Clock, start, start + duration),
            TraceId = span >= 0 ? sets[set].Spans[span].TraceId.ToString("x32", CultureInfo.InvariantCulture) : null,
        };
    }

    /// <summary>The part of a request in which others waited, too, at most; null where that is not recorded.</summary>
    private static long? InWaits(string what, Recording recording, ProcessPart part, long from, long to)
    {
        if (recording.OtherWaits.FirstOrDefault(wait => wait.What == what)?.Times is not { } times) return null;
        long sum = 0;
        foreach (var (start, end) in times)
        {
            var at = part.Facts.Clock.Map(part.Recorded.From + start);
            sum += Math.Max(0, Math.Min(to, at + end - start) - Math.Max(from, at));
        }

        return sum;
    }
}

/// <summary>One of the longest requests with the collections in it; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Request">Index into that set's requests.</param>
/// <param name="Recording">Index of the recording of its process.</param>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="StartUnixNanoseconds">Arrival.</param>
/// <param name="DurationNanoseconds">Latency as measured.</param>
/// <param name="StoppedNanoseconds">Of it, inside pauses that could be placed.</param>
/// <param name="QueuedNanoseconds">Of it, waiting behind what earlier pauses had delayed, beyond the pauses inside it.</param>
/// <param name="WithoutGcNanoseconds">Latency without pauses, backlog-aware.</param>
/// <param name="Collections">Collections whose pauses meet it, by generation, however short.</param>
public sealed record WorstRequest(
    int Set,
    int Request,
    int Recording,
    string? Name,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    long StoppedNanoseconds,
    long QueuedNanoseconds,
    long WithoutGcNanoseconds,
    IReadOnlyList<CollectionsInRequest> Collections)
{
    /// <summary>From this share on, a request was inside pauses from end to end.</summary>
    private const double Filled = 0.9;

    /// <summary>Whether nearly all of a latency is inside pauses.</summary>
    internal static bool IsFilled(long durationNanoseconds, long stoppedNanoseconds) =>
        stoppedNanoseconds >= durationNanoseconds * Filled;

    /// <summary>Whether nearly all of it was inside pauses.</summary>
    public bool IsInPauses => IsFilled(DurationNanoseconds, StoppedNanoseconds);

    /// <summary>
    /// Time of it in which work of the process waited for a thread of the pool (.NET); null where that is not recorded. It may overlap
    /// pauses.
    /// </summary>
    public long? PoolNanoseconds { get; init; }

    /// <summary>Time of it in which the event loop was blocked, not by GC (Node.js); null where that is not recorded.</summary>
    public long? LoopNanoseconds { get; init; }

    /// <summary>The pauses that took most of it, the one that took most first.</summary>
    public IReadOnlyList<PauseInRequest> Pauses { get; init; } = [];

    /// <summary>Its trace, 32 hexadecimal digits; null when the source is no trace.</summary>
    public string? TraceId { get; init; }
}

/// <summary>A pause within a request.</summary>
/// <param name="Pause">Index into <see cref="Recording.Pauses"/>.</param>
/// <param name="StoppedNanoseconds">Its time within the request.</param>
public readonly record struct PauseInRequest(int Pause, long StoppedNanoseconds)
{
    private const int Most = 5;

    /// <summary>The pauses that take most of an interval of wall time.</summary>
    public static IReadOnlyList<PauseInRequest> FindLongest(
        Recording recording, RecordedStretch stretch, ClockAlignment clock, long from, long to)
    {
        var longest = new PriorityQueue<PauseInRequest, (long Inside, int Order)>();
        for (var i = 0; i < recording.Pauses.Count; i++)
        {
            var pause = recording.Pauses[i];
            if (!pause.HasTime || !stretch.Holds(pause.StartNanoseconds, pause.DurationNanoseconds)) continue;
            var start = clock.Map(stretch.From + pause.StartNanoseconds);
            var inside = Math.Min(to, start + pause.DurationNanoseconds) - Math.Max(from, start);
            if (inside <= 0) continue;
            longest.Enqueue(new PauseInRequest(i, inside), (inside, -i));
            if (longest.Count > Most) longest.Dequeue();
        }

        var found = new List<PauseInRequest>(longest.Count);
        while (longest.TryDequeue(out var pause, out _)) found.Add(pause);
        found.Reverse();
        return found;
    }
}

/// <summary>Collections of one generation within a request.</summary>
/// <param name="Generation">One of <see cref="Generations"/>, or null.</param>
/// <param name="Count">Collections with a pause that meets the request.</param>
/// <param name="StoppedNanoseconds">Pause time within the request.</param>
public sealed record CollectionsInRequest(string? Generation, int Count, long StoppedNanoseconds)
{
    /// <summary>The collections in an interval of wall time, youngest generation first.</summary>
    public static IReadOnlyList<CollectionsInRequest> Find(
        Recording recording, RecordedStretch stretch, ClockAlignment clock, long from, long to)
    {
        var counted = new HashSet<int>();
        var found = new Dictionary<string, CollectionsInRequest>(StringComparer.Ordinal);
        foreach (var pause in recording.Pauses)
        {
            if (!pause.HasTime || !stretch.Holds(pause.StartNanoseconds, pause.DurationNanoseconds)) continue;
            var start = clock.Map(stretch.From + pause.StartNanoseconds);
            var inside = Math.Min(to, start + pause.DurationNanoseconds) - Math.Max(from, start);
            if (inside <= 0) continue;
            var generation = recording.Collections[pause.Collection].Generation;
            var known = found.GetValueOrDefault(generation ?? "") ?? new CollectionsInRequest(generation, 0, 0);
            found[generation ?? ""] = new CollectionsInRequest(
                generation, known.Count + (counted.Add(pause.Collection) ? 1 : 0), known.StoppedNanoseconds + inside);
        }

        return [.. found.Values.OrderBy(one => recording.Source.Traits.Order(one.Generation))];
    }
}
