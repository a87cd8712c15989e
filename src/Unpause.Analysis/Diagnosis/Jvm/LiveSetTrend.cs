using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// The heap in use after each collection that marked the whole heap, up to its maximum. With a leak that fills the heap it rises from
/// one marking to the next. Memory that is freed after the maximum (by OutOfMemoryError or a restart) says nothing about the time before.
/// </summary>
/// <param name="Marks">Such collections up to the maximum.</param>
/// <param name="First">Bytes after the first of them, or after the very first collection if that is less.</param>
/// <param name="Most">The maximum, in bytes.</param>
/// <param name="RisingShare">Share of all pairs in which the later value is higher; half if random (Kendall's tau).</param>
/// <param name="LaterRisingShare">The same of the later half of them.</param>
/// <param name="SpanNanoseconds">From the first of them to the last.</param>
/// <param name="EndNanoseconds">When the last of them ended.</param>
/// <param name="NearNanoseconds">When the first of them ended that left nearly the maximum.</param>
/// <param name="After">Bytes after the first later collection that left notably less; null if none did.</param>
internal sealed record LiveSetTrend(
    int Marks, long First, long Most, double RisingShare, double LaterRisingShare, long SpanNanoseconds, long EndNanoseconds,
    long NearNanoseconds, long? After)
{
    /// <summary>The trend; null if fewer than two such collections have recorded sizes.</summary>
    public static LiveSetTrend? Compute(Recording recording)
    {
        var series = LiveSetSeries.Read(recording);
        if (!series.InBytes) return null;
        var marks = series.Points;
        if (marks.Count < 2) return null;
        var most = 0;
        for (var i = 1; i < marks.Count; i++)
        {
            // A heap that is full many times in a row is one state: the first time is its start, the last its end.
            if (marks[i].Value >= marks[most].Value) most = i;
        }

        var upTo = most + 1;
        return new(
            upTo,
            Math.Min(FirstAfter(recording) ?? long.MaxValue, marks[0].Value),
            marks[most].Value,
            // A full heap cannot rise further.
            Kendall.RisingShare([.. marks.Take(upTo).Select(mark => (double)mark.Value)], marks[most].Value),
            Kendall.RisingShare([.. marks.Take(upTo).Skip(upTo / 2).Select(mark => (double)mark.Value)], marks[most].Value),
            marks[most].AtNanoseconds - marks[0].AtNanoseconds,
            marks[most].AtNanoseconds,
            LiveSetSeries.WhenNearMaximum(marks),
            FirstBelow(marks, most));
    }

    private static long? FirstAfter(Recording recording)
    {
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.HeapAfterBytes is { } bytes) return bytes;
            }
        }

        return null;
    }

    private static long? FirstBelow(IReadOnlyList<LiveSetPoint> marks, int most)
    {
        for (var i = most + 1; i < marks.Count; i++)
        {
            if (marks[i].Value < marks[most].Value * LiveSetSeries.AsGoodAsAll) return marks[i].Value;
        }

        return null;
    }
}
