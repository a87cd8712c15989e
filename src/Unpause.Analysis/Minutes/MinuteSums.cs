using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Minutes;

/// <summary>
/// What happened in each minute of a recording. Minutes are those of the wall clock where it is known, so that a report says 02:58; the
/// first and the last may be incomplete. A stop across their border counts in each with its part; a collection counts where it began.
/// </summary>
internal sealed class MinuteSums
{
    /// <summary>Nanoseconds.</summary>
    public const long Minute = 60_000_000_000;

    /// <summary>A year; who records for longer does not ask for the minute.</summary>
    private const long MostMinutes = 366 * 24 * 60;

    private readonly Recording _recording;
    private readonly long _until;

    private MinuteSums(Recording recording, long from, long until, int count)
    {
        (_recording, From, _until, Count) = (recording, from, until, count);
        (Paused, Longest, Allocated, Promoted) = (new long[count], new long[count], new long[count], new long[count]);
        (Concurrent, HeapAfter, Collections) = (new long[count], new long[count], new long[count]);
    }

    /// <summary>Start of the first minute in nanoseconds since the recording's zero; at most 0.</summary>
    public long From { get; }

    public int Count { get; }

    /// <summary>Nanoseconds in which the application was stopped.</summary>
    public long[] Paused { get; }

    /// <summary>The longest stop that has a part in it, in nanoseconds.</summary>
    public long[] Longest { get; }

    /// <summary>Bytes, as collections report them.</summary>
    public long[] Allocated { get; }

    /// <summary>Bytes.</summary>
    public long[] Promoted { get; }

    /// <summary>Nanoseconds of concurrent cycles.</summary>
    public long[] Concurrent { get; }

    /// <summary>The most that was in use after a collection, in bytes.</summary>
    public long[] HeapAfter { get; }

    public long[] Collections { get; }

    /// <summary>Adds up an analysed recording; null without times, or when it is too long.</summary>
    public static MinuteSums? Compute(AnalysedProcess process)
    {
        if (process.Recording is not { DurationNanoseconds: > 0 and var until } recording || until > MostMinutes * Minute) return null;
        var offset = recording.Clock.StartedAt is { } started
            ? started.UtcTicks % TimeSpan.TicksPerMinute * TimeSpan.NanosecondsPerTick
            : 0;
        var sums = new MinuteSums(recording, -offset, until, (int)((until + offset + Minute - 1) / Minute));
        sums.AddStops(process.Summary.Stops?.Places);
        sums.AddCollections();
        return sums;
    }

    /// <summary>The minute that contains a moment; -1 outside of the recording.</summary>
    public int Of(long nanoseconds) => nanoseconds < 0 || nanoseconds >= _until ? -1 : (int)((nanoseconds - From) / Minute);

    /// <summary>How much of a minute was recorded, in nanoseconds.</summary>
    public long Recorded(int minute) => Math.Min(_until, From + ((minute + 1) * Minute)) - Math.Max(0, From + (minute * Minute));

    private void AddStops(PausesInStops? places)
    {
        if (_recording.Stops is { } stops && places is not null)
        {
            var index = 0;
            foreach (var chunk in stops.ChunkSpans)
            {
                foreach (ref readonly var stop in chunk) Add(places.StartOf(_recording, stop, index++), stop.DurationNanoseconds);
            }

            foreach (var without in places.WithoutStop)
            {
                var pause = _recording.Pauses[without];
                Add(pause.StartNanoseconds, pause.DurationNanoseconds);
            }

            return;
        }

        foreach (var chunk in _recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk) Add(pause.StartNanoseconds, pause.DurationNanoseconds);
        }
    }

    private void Add(long start, long duration)
    {
        if (Of(start) is not (>= 0 and var first)) return;
        Spread(Paused, start, duration);
        for (var minute = first; minute < Count && From + (minute * Minute) < start + duration; minute++)
            Longest[minute] = Math.Max(Longest[minute], duration);
    }

    /// <summary>Adds the part of a stretch of time that lies in each minute.</summary>
    private void Spread(long[] into, long start, long duration)
    {
        var (at, end) = (Math.Max(0, start), Math.Min(_until, start > long.MaxValue - duration ? long.MaxValue : start + duration));
        while (at < end)
        {
            var minute = Of(at);
            var next = Math.Min(end, From + ((minute + 1) * Minute));
            // Hostile stops overlap: no minute has more than its length.
            into[minute] = Math.Min(Minute, into[minute] + next - at);
            at = next;
        }
    }

    private void AddCollections()
    {
        foreach (var chunk in _recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.StartNanoseconds is not { } start || Of(start) is not (>= 0 and var minute)) continue;
                Collections[minute]++;
                Allocated[minute] = Sum(Allocated[minute], collection.AllocatedBytes);
                Promoted[minute] = Sum(Promoted[minute], collection.PromotedBytes);
                HeapAfter[minute] = Math.Max(HeapAfter[minute], collection.HeapAfterBytes ?? 0);
                if (collection is { Kind: CollectionKind.Background, EndNanoseconds: { } end } && end > start)
                    Spread(Concurrent, start, end - start);
            }
        }
    }

    private static long Sum(long sum, long? more) => more is > 0 and var bytes && sum <= long.MaxValue - bytes ? sum + bytes : sum;
}
