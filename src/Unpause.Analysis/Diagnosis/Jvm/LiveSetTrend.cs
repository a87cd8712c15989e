using Unpause.Analysis.Statistics;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// What remained after each collection that looked at the whole heap, up to the most that ever did: a leak that fills its heap rises
/// from one to the next. What is let go after that (by the error itself, by a restart) says nothing of the time before.
/// </summary>
/// <param name="Marks">Such collections up to the greatest remainder.</param>
/// <param name="First">Bytes after the first of them, or after the very first collection if less.</param>
/// <param name="Most">The greatest, in bytes.</param>
/// <param name="RisingShare">Of all pairs of them, the share in which the later has more; chance gives half (Kendall's tau).</param>
/// <param name="SpanNanoseconds">From the first of them to the last.</param>
/// <param name="EndNanoseconds">When the last of them ended.</param>
/// <param name="After">What the first collection after them found that remained notably less; null when none did.</param>
internal sealed record LiveSetTrend(
    int Marks, long First, long Most, double RisingShare, long SpanNanoseconds, long EndNanoseconds, long? After)
{
    /// <summary>What remains of the most is as good as all of it from this share on.</summary>
    private const double AsGoodAsAll = 0.95;

    /// <summary>The trend; null when fewer than two such collections tell what remained.</summary>
    public static LiveSetTrend? Of(Recording recording)
    {
        var marks = new List<(long Live, long End)>();
        long? start = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                start ??= collection.HeapAfterBytes;
                if (!collection.WholeHeap || collection.EndNanoseconds is not { } end) continue;
                if ((collection.LiveBytes ?? collection.HeapAfterBytes) is { } live) marks.Add((live, end));
            }
        }

        if (marks.Count < 2) return null;
        var most = 0;
        for (var i = 1; i < marks.Count; i++)
        {
            // Full to the brim many times over is the same state: the first time counts as its beginning, the last as its end.
            if (marks[i].Live >= marks[most].Live) most = i;
        }

        var upTo = most + 1;
        return new(
            upTo,
            Math.Min(start ?? long.MaxValue, marks[0].Live),
            marks[most].Live,
            // Full is full: it can't rise further.
            Kendall.RisingShare([.. marks.Take(upTo).Select(mark => (double)mark.Live)], marks[most].Live),
            marks[most].End - marks[0].End,
            marks[most].End,
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
