using Unpause.Analysis.Histograms;
using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Composition;

/// <summary>How long pauses, stops and requests were, over time.</summary>
internal static class HistogramComposer
{
    /// <summary>Pauses over the recording's time.</summary>
    public static HistogramDocument Pauses(Recording recording)
    {
        long? last = null;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (pause.HasTime) last = Math.Max(last ?? 0, pause.StartNanoseconds);
            }
        }

        var histogram = new TimedHistogram(Length(recording, last));
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                histogram.Add(pause.HasTime ? pause.StartNanoseconds : null, pause.DurationNanoseconds);
            }
        }

        return Compose(histogram);
    }

    /// <summary>Stops, and pauses outside of stops, over the recording's time; null where stops are not recorded.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="places">The stops that contain its pauses.</param>
    /// <param name="byCollections">Whether stops that are not for GC are left out.</param>
    public static HistogramDocument? Stops(Recording recording, PausesInStops places, bool byCollections = false)
    {
        if (recording.Stops is not { } stops) return null;
        long? last = null;
        foreach (var index in places.WithoutStop)
        {
            if (recording.Pauses[index] is { HasTime: true, StartNanoseconds: var start }) last = Math.Max(last ?? 0, start);
        }

        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                if (stop.StartNanoseconds != Pause.NoTime) last = Math.Max(last ?? 0, stop.StartNanoseconds);
            }
        }

        var histogram = new TimedHistogram(Length(recording, last));
        var at = 0;
        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                if (byCollections && !places.IsByCollection(at++)) continue;
                histogram.Add(stop.StartNanoseconds == Pause.NoTime ? null : stop.StartNanoseconds, stop.DurationNanoseconds);
            }
        }

        foreach (var index in places.WithoutStop)
        {
            var pause = recording.Pauses[index];
            histogram.Add(pause.HasTime ? pause.StartNanoseconds : null, pause.DurationNanoseconds);
        }

        return Compose(histogram);
    }

    /// <summary>Requests over the time in which they came.</summary>
    public static HistogramDocument Requests(RequestReport requests)
    {
        var measured = requests.Attribution.Requests;
        var (first, last) = (long.MaxValue, long.MinValue);
        foreach (var part in measured)
        {
            if (part.StartsUnixNanoseconds is not { IsEmpty: false } starts) continue;
            (first, last) = (Math.Min(first, starts.Span[0]), Math.Max(last, starts.Span[^1]));
        }

        var histogram = new TimedHistogram(last >= first ? last - first : null);
        foreach (var part in measured)
        {
            var durations = part.DurationsNanoseconds.Span;
            var starts = part.StartsUnixNanoseconds is { } known ? known.Span : default;
            for (var i = 0; i < durations.Length; i++) histogram.Add(starts.IsEmpty ? null : starts[i] - first, durations[i]);
        }

        return Compose(histogram);
    }

    /// <summary>The length that blocks share: the recording's, or up to the last start where that is later.</summary>
    private static long? Length(Recording recording, long? lastStart) =>
        lastStart is { } last
            ? Math.Max(last, recording.DurationNanoseconds ?? 0)
            : recording.Pauses.Count == 0 ? recording.DurationNanoseconds : null;

    private static HistogramDocument Compose(TimedHistogram histogram)
    {
        var blocks = new List<BlockDocument>();
        foreach (var (index, values) in histogram.Blocks) blocks.Add(new() { Index = index, Values = Compose(values) });
        return new()
        {
            Scale = ExponentialHistogram.Scale,
            BlockMs = Milliseconds.FromNanoseconds(histogram.BlockNanoseconds),
            All = Compose(histogram.All),
            Blocks = blocks,
        };
    }

    private static BucketsDocument Compose(ExponentialHistogram values)
    {
        var (indexes, counts) = (new List<int>(), new List<long>());
        for (var i = 0; i < values.Counts.Length; i++)
        {
            if (values.Counts[i] == 0) continue;
            indexes.Add(values.Offset + i);
            counts.Add(values.Counts[i]);
        }

        return new()
        {
            Count = values.Count,
            SumMs = new(values.SumNanoseconds),
            MaxMs = Milliseconds.FromNanoseconds(values.MaxNanoseconds),
            ZeroCount = values.ZeroCount,
            Indexes = indexes,
            Counts = counts,
        };
    }
}
