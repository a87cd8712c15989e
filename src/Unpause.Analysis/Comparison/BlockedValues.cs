using Unpause.Analysis.Histograms;

namespace Unpause.Analysis.Comparison;

/// <summary>Durations of one run, counted by length in blocks of equal time, so that stretches of the run can be drawn again.</summary>
public sealed class BlockedValues
{
    private readonly int _first;
    private readonly int _buckets;
    private readonly long[] _counts;
    private readonly long[] _values;
    private readonly double[] _sums;

    /// <summary>Of blocks; counts of a bucket are those of all blocks before one, so that a stretch is a difference.</summary>
    /// <param name="blocks">Blocks with values, by their place from 0 to <see cref="TimedHistogram.MostBlocks"/>.</param>
    public BlockedValues(IReadOnlyList<ValueBlock> blocks)
    {
        var filled = blocks.Where(block => block.Indexes.Count > 0).ToList();
        // Values of no length are in a bucket before all others.
        _first = filled.Count == 0 ? 0 : filled.Min(block => block.Indexes[0]) - 1;
        _buckets = filled.Count == 0 ? 1 : filled.Max(block => block.Indexes[^1]) + 1 - _first;
        _counts = new long[(TimedHistogram.MostBlocks + 1) * _buckets];
        _values = new long[TimedHistogram.MostBlocks + 1];
        _sums = new double[TimedHistogram.MostBlocks + 1];
        foreach (var block in blocks)
        {
            var row = (block.Index + 1) * _buckets;
            _counts[row] += block.Zeros;
            for (var i = 0; i < block.Indexes.Count; i++) _counts[row + block.Indexes[i] - _first] += block.Counts[i];
            _values[block.Index + 1] += block.Count;
            _sums[block.Index + 1] += block.SumNanoseconds;
        }

        for (var i = _buckets; i < _counts.Length; i++) _counts[i] += _counts[i - _buckets];
        for (var i = 1; i < _values.Length; i++)
        {
            _values[i] += _values[i - 1];
            _sums[i] += _sums[i - 1];
        }
    }

    /// <summary>All values.</summary>
    public BlockTotals All()
    {
        var totals = new BlockTotals([this]);
        totals.Add(this, 0, TimedHistogram.MostBlocks);
        return totals;
    }

    /// <summary>As much of the run as there was, of stretches drawn with replacement; a stretch may go on at the begin.</summary>
    /// <param name="random">Draws.</param>
    /// <param name="length">Blocks of a stretch.</param>
    public BlockTotals Draw(Random random, int length)
    {
        var totals = new BlockTotals([this]);
        for (var drawn = 0; drawn < TimedHistogram.MostBlocks; drawn += length)
        {
            var from = random.Next(TimedHistogram.MostBlocks);
            var to = from + length;
            totals.Add(this, from, Math.Min(to, TimedHistogram.MostBlocks));
            if (to > TimedHistogram.MostBlocks) totals.Add(this, 0, to - TimedHistogram.MostBlocks);
        }

        return totals;
    }

    /// <summary>Index of the first bucket.</summary>
    internal int First => _first;

    /// <summary>Buckets from the first on.</summary>
    internal int Buckets => _buckets;

    /// <summary>Adds the counts of the buckets in the blocks between two.</summary>
    /// <param name="counts">Those of <see cref="First"/> and on; the first of all counts is that of values without length.</param>
    /// <param name="shift">Where <see cref="First"/> stands.</param>
    /// <param name="to">The one behind the last.</param>
    internal void AddTo(long[] counts, int shift, int from, int to)
    {
        counts[0] += _counts[to * _buckets] - _counts[from * _buckets];
        for (var i = 1; i < _buckets; i++) counts[i + shift] += _counts[(to * _buckets) + i] - _counts[(from * _buckets) + i];
    }

    /// <summary>Values in the blocks between two, and their sum.</summary>
    internal (long Count, double Sum) Between(int from, int to) => (_values[to] - _values[from], _sums[to] - _sums[from]);
}

/// <summary>The durations of one block of a run's time.</summary>
/// <param name="Index">Its place, from 0.</param>
/// <param name="Count">Values.</param>
/// <param name="Zeros">Values of no length.</param>
/// <param name="Indexes">Indexes of buckets with values, ascending (<see cref="Histograms.ExponentialHistogram"/>).</param>
/// <param name="Counts">Values in each of these buckets.</param>
public readonly record struct ValueBlock(
    int Index, long Count, double SumNanoseconds, long Zeros, IReadOnlyList<int> Indexes, IReadOnlyList<long> Counts);
