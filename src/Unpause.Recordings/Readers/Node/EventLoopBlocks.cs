using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Intervals in which Node.js's event loop did not run: a timer of the agent fired that much too late. Each is a lower bound, because the
/// loop may have been blocked before the timer was due.
/// </summary>
internal static class EventLoopBlocks
{
    /// <summary>The agent writes down no shorter ones (agents/node/requests.cjs, LATE_NS).</summary>
    private const long ShortestNanoseconds = 10_000_000;

    /// <summary>What of the blocks is not GC. A block of which less than 10 ms is left was GC's.</summary>
    /// <param name="blocks">In order of time, apart.</param>
    /// <param name="stops">When GC stopped the thread: in order of time, apart.</param>
    /// <param name="cpuShare">Share of the blocks in which the process used a CPU; null when unknown.</param>
    /// <param name="source">Where the numbers come from.</param>
    public static OtherWait Without(
        IReadOnlyList<(long Start, long End)> blocks, IReadOnlyList<(long Start, long End)> stops, double? cpuShare, string source)
    {
        var left = new List<(long Start, long End)>();
        var (total, longest, count, stop) = (default(Total), 0L, 0, 0);
        foreach (var (start, end) in blocks)
        {
            var first = left.Count;
            var (from, sum) = (start, 0L);
            while (stop < stops.Count && stops[stop].End <= start) stop++;
            for (var at = stop; at < stops.Count && stops[at].Start < end; at++)
            {
                Add(from, stops[at].Start);
                from = Math.Max(from, stops[at].End);
            }

            Add(from, end);
            if (sum < ShortestNanoseconds)
            {
                left.RemoveRange(first, left.Count - first);
                continue;
            }

            (total, longest, count) = (total + sum, Math.Max(longest, sum), count + 1);

            void Add(long pieceStart, long pieceEnd)
            {
                if (pieceEnd <= pieceStart) return;
                left.Add((pieceStart, pieceEnd));
                sum += pieceEnd - pieceStart;
            }
        }

        return new OtherWait(OtherWait.EventLoop, count, total.Value, longest, OverThreads: false, source)
        {
            CpuShare = count > 0 ? cpuShare : null,
            Times = left,
        };
    }
}
