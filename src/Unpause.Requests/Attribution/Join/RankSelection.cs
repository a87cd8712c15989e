namespace Unpause.Requests.Attribution.Join;

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
