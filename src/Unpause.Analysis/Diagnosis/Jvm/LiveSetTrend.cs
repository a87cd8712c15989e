namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// The heap in use after each collection that marked the whole heap, up to its maximum. With a leak that fills the heap it rises from
/// one marking to the next. Memory that is freed after the maximum (by OutOfMemoryError or a restart) says nothing about the time before.
/// </summary>
/// <param name="Marks">Such collections up to the maximum.</param>
/// <param name="First">Bytes after the first of them, or after the very first collection if that is less.</param>
/// <param name="Most">The maximum, in bytes.</param>
/// <param name="RisingShare">Share of all pairs in which the later value is higher; half if random (Kendall's tau).</param>
/// <param name="SpanNanoseconds">From the first of them to the last.</param>
/// <param name="EndNanoseconds">When the last of them ended.</param>
/// <param name="NearNanoseconds">When the first of them ended that left nearly the maximum.</param>
/// <param name="After">Bytes after the first later collection that left notably less; null if none did.</param>
internal sealed record LiveSetTrend(
    int Marks, long First, long Most, double RisingShare, long SpanNanoseconds, long EndNanoseconds, long NearNanoseconds,
    long? After)
{
    /// <summary>From this share on, what remains of the maximum counts as all of it.</summary>
    private const double AsGoodAsAll = 0.95;

    /// <summary>The trend; null if fewer than two such collections have recorded sizes.</summary>
    public static LiveSetTrend? Compute(Recording recording)
    {
        var marks = new List<(long Live, long End)>();
        long? start = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                start ??= collection.HeapAfterBytes;
                if (collection is { EndNanoseconds: { } end, LiveSetBytes: { } live }) marks.Add((live, end));
            }
        }

        if (marks.Count < 2) return null;
        var most = 0;
        for (var i = 1; i < marks.Count; i++)
        {
            // A heap that is full many times in a row is one state: the first time is its start, the last its end.
            if (marks[i].Live >= marks[most].Live) most = i;
        }

        var upTo = most + 1;
        return new(
            upTo,
            Math.Min(start ?? long.MaxValue, marks[0].Live),
            marks[most].Live,
            // A full heap cannot rise further.
            Kendall.RisingShare([.. marks.Take(upTo).Select(mark => (double)mark.Live)], marks[most].Live),
            marks[most].End - marks[0].End,
            marks[most].End,
            marks.Find(mark => mark.Live >= marks[most].Live * AsGoodAsAll).End,
            FirstBelow(marks, most));
    }

    private static long? FirstBelow(List<(long Live, long End)> marks, int most)
    {
        for (var i = most + 1; i < marks.Count; i++)
        {
            if (marks[i].Live < marks[most].Live * AsGoodAsAll) return marks[i].Live;
        }

        return null;
    }
}
