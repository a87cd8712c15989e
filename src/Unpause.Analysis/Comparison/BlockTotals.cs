using Unpause.Analysis.Histograms;

namespace Unpause.Analysis.Comparison;

/// <summary>What stretches of runs add up to.</summary>
public sealed class BlockTotals
{
    private readonly int _first;
    private readonly long[] _counts;

    /// <summary>Their run; the first of several.</summary>
    public BlockedValues Of { get; }

    /// <summary>Empty.</summary>
    /// <param name="runs">Runs whose stretches may be added.</param>
    public BlockTotals(IReadOnlyList<BlockedValues> runs)
    {
        Of = runs[0];
        _first = runs.Min(run => run.First);
        _counts = new long[runs.Max(run => run.First + run.Buckets) - _first];
    }

    /// <summary>Values.</summary>
    public long Count { get; private set; }

    /// <summary>Their sum in nanoseconds.</summary>
    public double Sum { get; private set; }

    /// <summary>Blocks added.</summary>
    public int Blocks { get; private set; }

    /// <summary>Their mean; null without values.</summary>
    public double? Mean => Count > 0 ? Sum / Count : null;

    /// <summary>Adds a stretch.</summary>
    public void Add(BlockedValues values, int from, int to)
    {
        values.AddTo(_counts, values.First - _first, from, to);
        var (count, sum) = values.Between(from, to);
        Count += count;
        Sum += sum;
        Blocks += to - from;
    }

    /// <summary>A percentile: the middle of its bucket, in nanoseconds; null without values.</summary>
    /// <param name="perMille">In tenths of a percent.</param>
    public double? Percentile(int perMille)
    {
        if (Count == 0) return null;
        var rank = Math.Max(1, ((Count * perMille) + 999) / 1000);
        var seen = _counts[0];
        if (seen >= rank) return 0;
        for (var i = 1; i < _counts.Length; i++)
        {
            seen += _counts[i];
            if (seen >= rank) return Middle(i);
        }

        return Middle(_counts.Length - 1);
    }

    /// <summary>The share of values above a bound, in percent; those of its own bucket are split.</summary>
    public double? PercentAbove(double nanoseconds)
    {
        if (Count == 0) return null;
        var above = 0.0;
        for (var i = 1; i < _counts.Length; i++)
        {
            var (low, high) = (Bound(i), Bound(i + 1));
            if (low >= nanoseconds) above += _counts[i];
            else if (high > nanoseconds) above += _counts[i] * (high - nanoseconds) / (high - low);
        }

        return 100 * above / Count;
    }

    /// <summary>Counts by bucket, from <see cref="First"/> on; before them those of no length.</summary>
    public ReadOnlySpan<long> Counts => _counts;

    /// <summary>Index of the bucket that the first count but one stands for, less one.</summary>
    public int First => _first;

    private double Middle(int bucket) => Math.Sqrt(Bound(bucket) * Bound(bucket + 1));

    private double Bound(int bucket) => 1e6 * Math.Pow(2, (double)(_first + bucket) / (1 << ExponentialHistogram.Scale));
}
