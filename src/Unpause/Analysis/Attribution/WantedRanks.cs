namespace Unpause.Analysis.Attribution;

/// <summary>
/// Exact nearest-rank percentiles by picking: a histogram tells the buckets in which the wanted ranks lie; the values
/// of those buckets alone are collected and sorted.
/// </summary>
internal sealed class WantedRanks
{
    private readonly int[] _buckets;
    private readonly int[] _ranks;
    private readonly bool[] _wanted = new bool[LatencyHistogram.Buckets];
    private readonly Dictionary<int, long[]> _collected = [];
    private readonly Dictionary<int, int> _filled = [];

    /// <summary>Finds the buckets.</summary>
    /// <param name="histogram">Of all values.</param>
    /// <param name="perMille">Percentiles in tenths of a percent, ascending.</param>
    /// <param name="total">How many values there are; with 0 nothing is wanted.</param>
    public WantedRanks(LatencyHistogram histogram, ReadOnlySpan<int> perMille, long total)
    {
        _buckets = new int[total == 0 ? 0 : perMille.Length];
        _ranks = new int[_buckets.Length];
        Percentiles = perMille.Length;
        var bucket = 0;
        long before = 0;
        for (var i = 0; i < _buckets.Length; i++)
        {
            var rank = Math.Max(1, ((total * perMille[i]) + 999) / 1000) - 1;
            while (before + histogram.Counts[bucket] <= rank) before += histogram.Counts[bucket++];
            (_buckets[i], _ranks[i]) = (bucket, (int)(rank - before));
            _collected.TryAdd(bucket, GC.AllocateUninitializedArray<long>(histogram.Counts[bucket]));
            _filled.TryAdd(bucket, 0);
            _wanted[bucket] = true;
        }
    }

    private int Percentiles { get; }

    /// <summary>The buckets to collect from, one for each percentile.</summary>
    public IReadOnlyList<int> Buckets => _buckets;

    /// <summary>Whether a bucket is to be collected.</summary>
    public bool Wants(int bucket) => _wanted[bucket];

    /// <summary>Adds values of wanted buckets; several threads may.</summary>
    public void Collect(List<long> values)
    {
        lock (_collected)
        {
            foreach (var value in values)
            {
                var bucket = LatencyHistogram.Bucket(value);
                _collected[bucket][_filled[bucket]++] = value;
            }
        }
    }

    /// <summary>The values at the percentiles, when all values of the wanted buckets have been collected; null for each when there are no values.</summary>
    public long?[] Values()
    {
        var values = new long?[Percentiles];
        foreach (var items in _collected.Values) Array.Sort(items);
        for (var i = 0; i < _buckets.Length; i++) values[i] = _collected[_buckets[i]][_ranks[i]];
        return values;
    }
}
