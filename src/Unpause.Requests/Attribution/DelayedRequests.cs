using System.Globalization;

namespace Unpause.Requests.Attribution;

/// <summary>
/// Finds the requests that one stop delayed: those that were being served while the process was stopped. What others waited behind them
/// is not in it, because it belongs to all stops before.
/// </summary>
/// <remarks>Memory: 8 bytes for each <see cref="Block"/> requests, beside what the attribution keeps.</remarks>
public sealed class DelayedRequests
{
    /// <summary>Requests that are passed over at once where the last of them ends before the stop.</summary>
    private const int Block = 256;

    /// <summary>The most delayed ones, which are named.</summary>
    public const int MostNamed = 5;

    private readonly IReadOnlyList<RequestSet> _sets;
    private readonly RequestSelection _selection;
    private readonly ProcessPart?[] _parts;
    private readonly long[]?[] _lastEnds;

    internal DelayedRequests(List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, RequestSelection selection, int recordings)
    {
        (_sets, _selection) = (sets, selection);
        _parts = new ProcessPart?[recordings];
        _lastEnds = new long[]?[recordings];
        foreach (var part in parts) _parts[part.Facts.Recording] = part;
    }

    /// <summary>The requests that a stop delayed; null where requests of its process, or the clocks, do not show it.</summary>
    /// <param name="recording">Index of the recording.</param>
    /// <param name="start">The stop's start in nanoseconds since the recording's zero.</param>
    /// <param name="duration">Its length in nanoseconds; one that is shorter than the clocks' error is in no place.</param>
    public StopVictims? Find(int recording, long start, long duration)
    {
        if ((uint)recording >= (uint)_parts.Length || _parts[recording] is not { } part) return null;
        if (!part.Recorded.Holds(start, duration) || !part.Facts.Clock.Places(part.Recorded.From + start)) return null;
        if (duration < part.ErrorBound) return null;
        var from = part.Facts.Clock.Map(part.Recorded.From + start);
        return Find(part, _lastEnds[recording] ??= LastEnds(part), from, from + duration);
    }

    private StopVictims Find(ProcessPart part, long[] lastEnds, long from, long to)
    {
        var (starts, durations) = (part.Requests.Starts, part.Requests.Durations);
        var most = new PriorityQueue<(int Request, long Delay), (long Delay, int Order)>();
        long count = 0;
        Total sum = default;
        for (var block = 0; block < lastEnds.Length && starts[block * Block] < to; block++)
        {
            if (lastEnds[block] <= from) continue;
            for (var i = block * Block; i < Math.Min(starts.Length, (block + 1) * Block) && starts[i] < to; i++)
            {
                var delay = Math.Min(to, starts[i] + durations[i]) - Math.Max(from, starts[i]);
                // The same test as for requests with a pause inside.
                if (delay <= part.ErrorBound) continue;
                count++;
                sum += delay;
                if (most.Count == MostNamed && most.TryPeek(out var least, out _) && least.Delay >= delay) continue;
                most.Enqueue((i, delay), (delay, -i));
                if (most.Count > MostNamed) most.Dequeue();
            }
        }

        var named = new List<StopVictim>();
        while (most.TryDequeue(out var one, out _)) named.Add(Name(part, one.Request, one.Delay));
        named.Reverse();
        return new StopVictims(count, sum.Value, named);
    }

    private StopVictim Name(ProcessPart part, int request, long delay)
    {
        var (set, index) = _selection.Find(part.Requests.Positions[request]);
        var (name, span) = (_sets[set].Requests[index].Name, _sets[set].Requests[index].Span);
        return new StopVictim(
            name >= 0 ? _sets[set].Names[name] : null,
            span >= 0 ? _sets[set].Spans[span].TraceId.ToString("x32", CultureInfo.InvariantCulture) : null,
            part.Requests.Starts[request],
            part.Requests.Durations[request],
            delay);
    }

    /// <summary>When the last request of each block ends.</summary>
    private static long[] LastEnds(ProcessPart part)
    {
        var (starts, durations) = (part.Requests.Starts, part.Requests.Durations);
        var ends = new long[(starts.Length + Block - 1) / Block];
        for (var i = 0; i < starts.Length; i++) ends[i / Block] = Math.Max(ends[i / Block], starts[i] + durations[i]);
        return ends;
    }
}

/// <summary>The requests that one stop delayed.</summary>
/// <param name="Count">How many were being served while the process was stopped.</param>
/// <param name="DelayNanoseconds">How long they were stopped, all together.</param>
/// <param name="Most">The most delayed, the most delayed first.</param>
public sealed record StopVictims(long Count, long DelayNanoseconds, IReadOnlyList<StopVictim> Most);

/// <summary>A request that a stop delayed; times in nanoseconds.</summary>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="TraceId">Its trace, 32 hexadecimal digits; null when the source is no trace.</param>
/// <param name="StartUnixNanoseconds">Arrival, on the requests' clock.</param>
/// <param name="DurationNanoseconds">Latency as measured.</param>
/// <param name="DelayNanoseconds">Of it, inside the stop.</param>
public sealed record StopVictim(
    string? Name, string? TraceId, long StartUnixNanoseconds, long DurationNanoseconds, long DelayNanoseconds);
