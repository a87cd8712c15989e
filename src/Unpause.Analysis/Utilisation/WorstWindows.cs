namespace Unpause.Analysis.Utilisation;

/// <summary>
/// The minimum mutator utilisation, MMU(w): the least share of a window of length w that the application had. Cheng and Blelloch, "A
/// Parallel, Real-Time Garbage Collector", PLDI 2001. While a window moves, what is taken inside grows and shrinks evenly between the
/// edges of pauses, so the worst window starts where a pause starts, ends where one ends, or lies at an end of the recording.
/// </summary>
/// <remarks>
/// Not every such window is looked at. From a window's start, the moment up to which as much was taken as the worst window has is found in
/// the sums: no window that starts later and ends before that moment is worse, so the next one to look at ends there. Go's runtime jumps
/// in the same manner by elapsed time (mmuSeries.mkBandUtil and mmu in src/internal/trace/gc.go, Go 1.22); taken time jumps farther.
/// </remarks>
internal static class WorstWindows
{
    /// <summary>The worst window of a length; null where no stretch is as long.</summary>
    /// <param name="taken">What was taken.</param>
    /// <param name="stretches">In which the window must lie, in order of time.</param>
    /// <param name="length">Its length in nanoseconds, at least 1.</param>
    public static WorstWindow? Find(TakenTime taken, IReadOnlyList<ObservedStretch> stretches, long length)
    {
        WorstWindow? worst = null;
        foreach (var stretch in stretches)
        {
            if (stretch.Length < length) continue;
            var most = worst?.TakenNanoseconds ?? -1;
            if (FindIn(taken, stretch, length, most) is { } found) worst = found;
        }

        return worst;
    }

    private static WorstWindow? FindIn(TakenTime taken, ObservedStretch stretch, long length, long most)
    {
        WorstWindow? worst = null;
        var (start, last) = (stretch.StartNanoseconds, stretch.EndNanoseconds - length);
        // The first stretches of taken time that end after the window's start, and after its end; and the one with the moment to jump to.
        var first = taken.FirstEndingAfter(start, 0);
        var (behind, beyond) = (first, first);
        Look(start);
        while (start < last && most < length)
        {
            first = taken.FirstEndingAfter(start, first);
            var limit = taken.TakenUntil(start, first) + most;
            beyond = taken.FirstBeyond(limit, beyond);
            if (beyond == taken.Count) break;
            var next = taken.LastMomentOf(limit, beyond) - length;
            var edge = NextStart(first);
            if (next < edge)
            {
                // A short jump: what is taken changes evenly up to the next edge, so that the step to it is no shorter.
                behind = taken.FirstEndingAfter(start + length, Math.Max(behind, first));
                edge = Math.Min(edge, NextEnd(behind));
            }

            start = Math.Max(next, edge);
            if (start == edge && start < last) Look(start);
        }

        if (most < length) Look(last);
        return worst;

        long NextStart(int stretchAt)
        {
            if (stretchAt < taken.Count && taken.Start(stretchAt) <= start) stretchAt++;
            return stretchAt < taken.Count ? taken.Start(stretchAt) : last;
        }

        long NextEnd(int stretchAt) => stretchAt < taken.Count ? taken.End(stretchAt) - length : last;

        void Look(long from)
        {
            var here = taken.FirstEndingAfter(from, first);
            behind = taken.FirstEndingAfter(from + length, Math.Max(behind, here));
            var within = taken.TakenUntil(from + length, behind) - taken.TakenUntil(from, here);
            if (within <= most) return;
            (most, worst) = (within, new WorstWindow(from, length, within));
        }
    }
}

/// <summary>The window of a length in which the application had least; times in nanoseconds.</summary>
/// <param name="StartNanoseconds">Since the recording's zero; the first of equal ones.</param>
/// <param name="LengthNanoseconds">Its length.</param>
/// <param name="TakenNanoseconds">What the collector took of it.</param>
public readonly record struct WorstWindow(long StartNanoseconds, long LengthNanoseconds, long TakenNanoseconds)
{
    /// <summary>The share that was taken, from 0 to 1.</summary>
    public double TakenShare => (double)TakenNanoseconds / LengthNanoseconds;

    /// <summary>The share that the application had, in percent.</summary>
    public double LeftPercent => 100 * ((double)(LengthNanoseconds - TakenNanoseconds) / LengthNanoseconds);
}
