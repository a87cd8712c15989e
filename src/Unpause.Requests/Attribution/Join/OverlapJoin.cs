using System.Runtime.CompilerServices;

namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// Requests × pauses: the stopped time in every request, and the distributions of latency with and without it. A sample
/// of the requests estimates the percentiles; then one sweep joins all requests block by block, counts them
/// and keeps only values around the percentiles.
/// </summary>
/// <remarks>
/// Memory: 8 bytes for each latency near a percentile, about one in twelve; for all of them where all are equal.
/// </remarks>
internal sealed class OverlapJoin
{
    private readonly IReadOnlyList<JoinedRequests> _parts;
    private readonly long _threshold;
    private readonly long _count;

    private OverlapJoin(IReadOnlyList<JoinedRequests> parts, long threshold)
    {
        (_parts, _threshold) = (parts, threshold);
        _count = parts.Sum(part => (long)part.Starts.Length);
    }

    /// <summary>Requests with more stopped time inside than their error bound.</summary>
    public long Touched { get; private set; }

    /// <summary>Stopped time in all requests together.</summary>
    public long StoppedNanoseconds { get; private set; }

    /// <summary>Latencies as measured.</summary>
    public LatencyDistribution Measured { get; private set; } = LatencyDistribution.None;

    /// <summary>Latencies less each request's own stopped time.</summary>
    public LatencyDistribution WithoutOwnOverlap { get; private set; } = LatencyDistribution.None;

    /// <summary>Joins requests of all processes.</summary>
    /// <param name="parts">One a process.</param>
    /// <param name="thresholdNanoseconds">Longer requests are slow.</param>
    public static OverlapJoin Compute(IReadOnlyList<JoinedRequests> parts, long thresholdNanoseconds)
    {
        var join = new OverlapJoin(parts, thresholdNanoseconds);
        var (measured, without) = join.Sample();
        var deviations = RankSample.Deviations;
        while (!join.TrySweep(measured, without, deviations)) deviations *= RankSample.Wider;
        return join;
    }

    /// <summary>Some latencies as measured and without own stopped time, each in ascending order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private (long[] Measured, long[] Without) Sample()
    {
        var positions = RankSample.Positions(_count);
        var (measured, without) = (new long[positions.Length], new long[positions.Length]);
        var (part, before) = (0, 0L);
        for (var i = 0; i < positions.Length; i++)
        {
            for (; positions[i] - before >= _parts[part].Starts.Length; part++) before += _parts[part].Starts.Length;
            var (start, duration) =
                (_parts[part].Starts.Span[(int)(positions[i] - before)], _parts[part].Durations.Span[(int)(positions[i] - before)]);
            (measured[i], without[i]) = (duration, duration - _parts[part].Pauses.Stopped(start, start + duration));
        }

        Parallel.Invoke(() => Array.Sort(measured), () => Array.Sort(without));
        return (measured, without);
    }

    private bool TrySweep(long[] measuredSample, long[] withoutSample, double deviations)
    {
        using var measured = new RankBounds(measuredSample, _count, LatencyDistribution.PerMille, deviations);
        using var without = new RankBounds(withoutSample, _count, LatencyDistribution.PerMille, deviations);
        var pieces = new List<JoinPiece>();
        foreach (var part in _parts)
        {
            Sweep.InPieces(part.Starts.Length, (from, to) =>
            {
                var piece = JoinPiece.Compute(part, from, to, _threshold, measured.NewBrackets(), without.NewBrackets());
                lock (pieces) pieces.Add(piece);
            });
        }

        long?[]? percentiles = null, percentilesWithout = null;
        Parallel.Invoke(() => percentiles = measured.Find(), () => percentilesWithout = without.Find());
        if (percentiles is null || percentilesWithout is null) return false;
        Touched = pieces.Sum(piece => piece.Touched);
        StoppedNanoseconds = Total.Sum(pieces, piece => piece.StoppedNanoseconds);
        Measured = LatencyDistribution.From(percentiles, pieces.Sum(piece => piece.Slow), _count);
        WithoutOwnOverlap = LatencyDistribution.From(percentilesWithout, pieces.Sum(piece => piece.SlowWithout), _count);
        return true;
    }
}

/// <summary>Requests of one process and the pauses they may have met, on the same clock; all in nanoseconds.</summary>
/// <param name="Starts">Arrivals, in any order; a log's order, by completion or arrival, is the fastest.</param>
/// <param name="Durations">Latencies, not negative; as many as starts.</param>
/// <param name="Pauses">When the process was stopped.</param>
/// <param name="ErrorBound">A request is touched by more stopped time than this.</param>
internal readonly record struct JoinedRequests(
    ReadOnlyMemory<long> Starts, ReadOnlyMemory<long> Durations, PauseTimeline Pauses, long ErrorBound);

/// <summary>Which values to look at first: some from everywhere, the same in every run.</summary>
internal static class RankSample
{
    /// <summary>The distance of bounds from the sample's percentile, in standard deviations: one run in a thousand looks twice.</summary>
    public const double Deviations = 4;

    /// <summary>How many times wider bounds get when a sample has misled; soon they include everything.</summary>
    public const double Wider = 8;

    private const int Size = 10_000;
    private const int Seed = 4711;

    /// <summary>Positions of the sample, ascending: one somewhere in each of many equal stretches, or all where there are few.</summary>
    /// <param name="count">How many values there are.</param>
    public static long[] Positions(long count)
    {
        var positions = new long[Math.Min(count, Size)];
        var random = new Random(Seed);
        for (var i = 0; i < positions.Length; i++)
        {
            var (from, to) = (count * i / positions.Length, count * (i + 1) / positions.Length);
            positions[i] = random.NextInt64(from, to);
        }

        return positions;
    }
}

/// <summary>Exact nearest-rank percentiles without sorting.</summary>
internal static class RankSelection
{
    /// <summary>The values at some percentiles; null for each when there are no values.</summary>
    /// <param name="values">In any order; not changed.</param>
    /// <param name="perMille">Percentiles in tenths of a percent, ascending.</param>
    public static long?[] Percentiles(ReadOnlyMemory<long> values, ReadOnlySpan<int> perMille)
    {
        var sample = Array.ConvertAll(RankSample.Positions(values.Length), position => values.Span[(int)position]);
        Array.Sort(sample);
        for (var deviations = RankSample.Deviations; ; deviations *= RankSample.Wider)
        {
            using var bounds = new RankBounds(sample, values.Length, perMille, deviations);
            Sweep.InPieces(values.Length, (from, to) =>
            {
                foreach (var bracket in bounds.NewBrackets()) bracket.Take(values.Span[from..to]);
            });
            if (bounds.Find() is { } percentiles) return percentiles;
        }
    }
}
