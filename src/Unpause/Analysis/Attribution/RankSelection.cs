namespace Unpause.Analysis.Attribution;

/// <summary>Exact nearest-rank percentiles without sorting: one pass counts, a second collects what stands around the wanted ranks.</summary>
internal static class RankSelection
{
    /// <summary>The values at some percentiles; null for each when there are no values.</summary>
    /// <param name="values">Not negative, in any order; not changed.</param>
    /// <param name="perMille">Percentiles in tenths of a percent, ascending.</param>
    public static long?[] Percentiles(ReadOnlyMemory<long> values, ReadOnlySpan<int> perMille)
    {
        var total = new LatencyHistogram();
        Sweep.InPieces(values.Length, (from, to) =>
        {
            var counts = new LatencyHistogram();
            counts.Add(values.Span[from..to]);
            lock (total) total.Add(counts);
        });
        var wanted = new WantedRanks(total, perMille, values.Length);
        Collect(values, wanted);
        return wanted.Values();
    }

    private static void Collect(ReadOnlyMemory<long> values, WantedRanks wanted)
    {
        Sweep.InPieces(values.Length, (from, to) =>
        {
            var found = new List<long>();
            foreach (var value in values.Span[from..to])
            {
                if (wanted.Wants(LatencyHistogram.Bucket(value))) found.Add(value);
            }

            wanted.Collect(found);
        });
    }
}
