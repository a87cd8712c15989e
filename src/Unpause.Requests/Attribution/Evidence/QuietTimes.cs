using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution.Evidence;

/// <summary>
/// Latency without pauses as the requests themselves show it: those that came when the last pause, and what it had held
/// up, was long over. No queue is taken for granted, so it holds for a sample of the requests too; but it is only as exact
/// as there are such requests, and where slow ones come in clusters less so (the variance of their counts in fifty
/// stretches of time over their mean, as for a quasi-Poisson count).
/// </summary>
internal sealed class QuietTimes
{
    private const int MostRequests = 1_000_000;
    private const int Blocks = 50;
    private const int FewestQuiet = 200;
    private const double EnoughOfAll = 0.25;
    private const double Deviations = 2.5;

    // A pause of L is over after some times L: so long a backlog lasts at a load of up to 8/9, if there are enough quiet requests then.
    private static readonly int[] PausesLong = [8, 4, 2, 1];

    private readonly long[] _less;
    private readonly long[] _raw;
    private readonly double _clustering;
    private readonly (double Low, double Best, double High) _slowShare;
    private readonly double _quietTime;

    private QuietTimes(long[] less, long[] raw, double clustering, (double Low, double Best, double High) slowShare, double quietTime)
    {
        Array.Sort(less);
        Array.Sort(raw);
        (_less, _raw, _clustering, _slowShare, _quietTime) = (less, raw, clustering, slowShare, quietTime);
    }

    /// <summary>The quiet requests of all processes; null when there are too few.</summary>
    /// <param name="threshold">Longer requests are slow.</param>
    public static QuietTimes? Find(List<ProcessPart> parts, long threshold)
    {
        long all = 0;
        foreach (var part in parts) all += part.Requests.Count;
        foreach (var times in PausesLong)
        {
            var every = Math.Max(1, all / MostRequests);
            if (Take(parts, times, every, threshold) is not { } quiet) continue;
            if (quiet._less.Length * every >= all * EnoughOfAll || times == PausesLong[^1])
            {
                return quiet;
            }
        }

        return null;
    }

    /// <summary>Slow requests that pauses made slow, of so many: what is left when the quiet share of slow ones is taken away.</summary>
    public (long Low, long Best, long High) Blamed(double requests, long slow)
    {
        return (Less(_slowShare.High), Less(_slowShare.Best), Less(_slowShare.Low));

        long Less(double share) => (long)Math.Clamp(slow - (share * requests), 0, slow);
    }

    /// <summary>The same where only slow requests were kept: by the time that was quiet, not by requests.</summary>
    public (long Low, long Best, long High) BlamedByTime(long slow) => Blamed(_less.Length / Math.Max(_quietTime, 1e-9), slow);

    /// <summary>The range of a percentile without pauses, in nanoseconds.</summary>
    public (long Low, long High) Percentile(int perMille)
    {
        var (count, share) = (_less.Length, perMille / 1000.0);
        var spread = Deviations * Math.Sqrt(_clustering * share * (1 - share) * count);
        return (_less[Rank((share * count) - spread)], _raw[Rank((share * count) + spread)]);
    }

    /// <summary>The ranges of all percentiles and of the share of slow ones, as two distributions.</summary>
    public (LatencyDistribution Low, LatencyDistribution High) Range(long requests)
    {
        var (low, high) = (new long?[LatencyDistribution.PerMille.Length], new long?[LatencyDistribution.PerMille.Length]);
        for (var i = 0; i < low.Length; i++)
        {
            var (from, to) = Percentile(LatencyDistribution.PerMille[i]);
            (low[i], high[i]) = (from, to);
        }

        return (
            LatencyDistribution.From(low, (long)(_slowShare.Low * requests), requests),
            LatencyDistribution.From(high, (long)(_slowShare.High * requests), requests));
    }

    /// <summary>Latency as measured in quiet times, later pauses in it included.</summary>
    public LatencyDistribution AsMeasured(long requests)
    {
        var values = new long?[LatencyDistribution.PerMille.Length];
        for (var i = 0; i < values.Length; i++) values[i] = Percentiles.NearestRank(_raw, LatencyDistribution.PerMille[i]);
        return LatencyDistribution.From(values, (long)(_slowShare.Best * requests), requests);
    }

    private int Rank(double rank) => (int)Math.Clamp(Math.Ceiling(rank) - 1, 0, _less.Length - 1);

    private static QuietTimes? Take(List<ProcessPart> parts, int times, long every, long threshold)
    {
        var (less, raw, blocks, slowInBlocks) = (new List<long>(), new List<long>(), new int[Blocks], new int[Blocks]);
        double quietTime = 0, allTime = 0;
        foreach (var part in parts)
        {
            var (starts, durations, pauses) = (part.Requests.Starts, part.Requests.Durations, part.Pauses);
            var span = Math.Max(1, starts.Length == 0 ? 1 : starts[^1] - starts[0]);
            quietTime += Quiet(pauses, times, part.Stretch);
            allTime += part.Stretch.Length;
            var over = long.MinValue;
            for (var (i, pause) = (0, 0); i < starts.Length; i++)
            {
                for (; pause < pauses.Count && pauses.Start(pause) <= starts[i]; pause++)
                {
                    over = Math.Max(over, pauses.End(pause) + (times * (pauses.End(pause) - pauses.Start(pause))));
                }

                if (starts[i] < over || i % every != 0) continue;
                var alone = durations[i] - part.Stopped(i);
                less.Add(alone);
                raw.Add(durations[i]);
                var block = (int)((starts[i] - starts[0]) / (double)span * (Blocks - 1));
                blocks[block]++;
                if (alone > threshold) slowInBlocks[block]++;
            }
        }

        if (less.Count < FewestQuiet) return null;
        var clustering = Clustering(blocks, slowInBlocks);
        long slowLess = 0, slowRaw = 0;
        foreach (var latency in less) slowLess += latency > threshold ? 1 : 0;
        foreach (var latency in raw) slowRaw += latency > threshold ? 1 : 0;
        var low = Math.Max(0, slowLess - (Deviations * Math.Sqrt(clustering * (slowLess + 0.25))));
        var high = slowRaw + (Deviations * Math.Sqrt(clustering * (slowRaw + 1)));
        var shares = (low / less.Count, (slowLess + slowRaw) / 2.0 / less.Count, Math.Min(1, high / less.Count));
        return new QuietTimes([.. less], [.. raw], clustering, shares, quietTime / Math.Max(1, allTime));
    }

    private static double Quiet(PauseTimeline pauses, int times, RecordedStretch stretch)
    {
        double quiet = pauses.Count == 0 ? stretch.Length : Math.Max(0, pauses.Start(0) - stretch.From);
        for (var i = 0; i < pauses.Count; i++)
        {
            var over = pauses.End(i) + (times * (pauses.End(i) - pauses.Start(i)));
            quiet += Math.Max(0, (i + 1 < pauses.Count ? pauses.Start(i + 1) : stretch.To) - over);
        }

        return quiet;
    }

    private static double Clustering(int[] requests, int[] slow)
    {
        var share = (double)slow.Sum() / Math.Max(1, requests.Sum());
        if (share == 0) return 1;
        var (squares, counted) = (0.0, 0);
        for (var i = 0; i < requests.Length; i++)
        {
            var expected = share * requests[i];
            if (expected <= 0) continue;
            squares += (slow[i] - expected) * (slow[i] - expected) / expected;
            counted++;
        }

        return Math.Max(1, squares / Math.Max(1, counted - 1));
    }
}
