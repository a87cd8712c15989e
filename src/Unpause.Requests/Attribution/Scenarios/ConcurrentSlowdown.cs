using Unpause.Recordings;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution.Scenarios;

/// <summary>
/// How much slower requests run while the collector works beside the program: marking takes processors, and the program's threads must
/// assist. Work that takes a share of the speed delays requests like pauses of that share of its length, spread over it.
/// </summary>
/// <remarks>
/// A Go server with one worker on two processors needs 2.9 ms for a request, and four times as much while the collector marks
/// (bench/whatif; shares of 0.76, 0.80 and 0.77 with GOGC 50, 100 and 200): its pauses of 0.1 ms explain none of that.
/// </remarks>
public sealed class ConcurrentSlowdown
{
    private const int FewestInside = 10, FewestOutside = 50;
    private const int Halvings = 12, MostSlices = 24;
    private const long SliceNanoseconds = 500_000;
    private const double MostShare = 0.95, LeastShare = 0.05;

    private ConcurrentSlowdown(double share, PauseTimeline stops) => (Share, Stops) = (share, stops);

    /// <summary>Part of the speed that is lost meanwhile, from 0 to 1: with 0.75 a request takes four times as long.</summary>
    public double Share { get; }

    /// <summary>The pauses, and the work as spread pauses.</summary>
    public PauseTimeline Stops { get; }

    /// <summary>
    /// The share under which requests that arrive during the work need as much (in the median) as those that arrive at other times; null
    /// where chance explains the difference.
    /// </summary>
    /// <param name="queue">How requests share the workers.</param>
    /// <param name="requests">All, or a sample of them is looked at where there are many.</param>
    /// <param name="pauses">On the clock of the arrivals.</param>
    /// <param name="work">When the collector works beside the program, on the same clock.</param>
    internal static ConcurrentSlowdown? Find(QueueModel queue, RequestArray requests, PauseTimeline pauses, PauseTimeline work)
    {
        var sample = new QueueSample(requests, work);
        var (inside, outside) = Part(sample);
        if (inside.Length < FewestInside || outside.Length < FewestOutside) return null;
        var demands = new long[sample.Count];
        sample.Demands(queue, pauses, demands);
        var (slowed, free) = (Of(demands, inside), Of(demands, outside));
        var distance = DemandDistance.Between(slowed, free, QueueSample.RoundedNanoseconds);
        if (distance.Excess <= 0 || slowed[slowed.Length / 2] <= free[free.Length / 2]) return null;
        var (low, high) = (0.0, MostShare);
        for (var step = 0; step < Halvings; step++)
        {
            var share = (low + high) / 2;
            sample.Demands(queue, Slowed(pauses, work, share), demands);
            if (Median.Compute(Of(demands, inside)) > Median.Compute(Of(demands, outside))) low = share;
            else high = share;
        }

        return low < LeastShare ? null : new(low, Slowed(pauses, work, low));
    }

    /// <summary>Adds the pauses that stand for work beside the program.</summary>
    /// <param name="start">When it starts, in nanoseconds.</param>
    /// <param name="length">How long it takes.</param>
    /// <param name="share">Part of the speed that is lost meanwhile.</param>
    /// <param name="count">How many such works there are: of very many each is one pause.</param>
    public static void Spread(long start, long length, double share, int count, List<(long Start, long Length)> pauses)
    {
        var most = Math.Clamp(Limits.MostReplayedPauses / Math.Max(1, count), 1, MostSlices);
        var slices = (int)Math.Clamp(length / SliceNanoseconds, 1, most);
        var period = length / slices;
        var stopped = (long)(period * share);
        for (var i = 0; i < slices; i++) pauses.Add((start + (i * period) + ((period - stopped) / 2), stopped));
    }

    private static PauseTimeline Slowed(PauseTimeline pauses, PauseTimeline work, double share)
    {
        var all = new List<(long Start, long Length)>();
        for (var i = 0; i < pauses.Count; i++) all.Add((pauses.Start(i), pauses.End(i) - pauses.Start(i)));
        for (var i = 0; i < work.Count; i++) Spread(work.Start(i), work.End(i) - work.Start(i), share, work.Count, all);
        return PauseTimeline.Merge([.. all.Select(one => one.Start)], [.. all.Select(one => one.Length)]);
    }

    /// <summary>Arrivals during the work, and those so long after it that no backlog of it is left.</summary>
    private static (int[] Inside, int[] Outside) Part(QueueSample sample)
    {
        var all = Enumerable.Range(0, sample.Count);
        return ([.. all.Where(i => sample.Pauses.Contains(sample.Arrivals[i]))], [.. all.Where(i => !sample.Held[i])]);
    }

    private static long[] Of(long[] demands, int[] which)
    {
        var some = new long[which.Length];
        for (var i = 0; i < some.Length; i++) some[i] = demands[which[i]];
        return some;
    }
}
