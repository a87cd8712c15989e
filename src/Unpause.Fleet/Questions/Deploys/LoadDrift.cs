using Unpause.Fleet.Questions.Comparison;

namespace Unpause.Fleet.Questions.Deploys;

/// <summary>
/// How far two periods of a service may be apart by the changing load alone. Neighbouring hours are alike, so that n blocks of hours count
/// as
/// n (1 − ρ) ÷ (1 + ρ), with ρ the correlation of neighbours (G. V. Bayley and J. M. Hammersley, The "effective" number of independent
/// slices in an autocorrelated time series, 1946).
/// </summary>
/// <param name="Variance">Of the difference of the periods' means, as logarithms.</param>
/// <param name="Degrees">Degrees of freedom of it.</param>
internal readonly record struct LoadDrift(double Variance, int Degrees)
{
    // A block's expected stop time, in units of StopTally.NoiseSeconds: below it the logarithm is mostly noise.
    private const double LeastExpected = 4;
    private const int FewestBlocks = 4;
    private const double MostCorrelation = 0.98;

    // The correlation of n values around their own mean looks smaller than it is by about (1 + 3 ρ) ÷ n (F. H. C. Marriott and J. A. Pope,
    // Bias in the estimation of autocorrelations, 1954). There are two means; and short series are kept on the safe side.
    private const double HiddenCorrelation = 2.5, LostBlocks = 6;

    /// <summary>Measures the drift within the periods; null where they are too short to show it.</summary>
    public static LoadDrift? Measure(IReadOnlyList<SideSlice> slices, double noise)
    {
        var mean = slices.Sum(one => one.Stop) / slices.Sum(one => one.Work);
        var (old, next) = (Steps(slices, isNew: false), Steps(slices, isNew: true));
        if (old.Count == 0 || next.Count == 0 || !double.IsFinite(mean) || mean <= 0) return null;
        var expected = mean * (old.Sum(step => step.Work) + next.Sum(step => step.Work)) / (old.Count + next.Count);
        var length = (int)Math.Clamp(Math.Ceiling(LeastExpected * noise / expected), 1, int.MaxValue / 2);
        var (blocksOld, blocksNew) = (Blocks(old, length, mean, noise), Blocks(next, length, mean, noise));
        if (blocksOld.Length < FewestBlocks || blocksNew.Length < FewestBlocks) return null;

        var (varianceOld, varianceNew) = (RatioEstimate.Moments(blocksOld).Variance, RatioEstimate.Moments(blocksNew).Variance);
        var count = blocksOld.Length + blocksNew.Length;
        var inflation = Inflation(blocksOld, blocksNew);
        var degrees = (int)Math.Max(1, (count / inflation) - 2);
        return new(inflation * ((varianceOld / blocksOld.Length) + (varianceNew / blocksNew.Length)), degrees);
    }

    private static double Inflation(double[] old, double[] next)
    {
        double squares = 0, neighbours = 0;
        foreach (var blocks in (double[][])[old, next])
        {
            var mean = RatioEstimate.Moments(blocks).Mean;
            for (var i = 0; i < blocks.Length; i++)
            {
                squares += (blocks[i] - mean) * (blocks[i] - mean);
                if (i > 0) neighbours += (blocks[i] - mean) * (blocks[i - 1] - mean);
            }
        }

        var count = old.Length + next.Length;
        if (squares <= 0) return 1;
        var correlation = Math.Clamp(((count * neighbours / squares) + HiddenCorrelation) / (count - LostBlocks), 0, MostCorrelation);
        return (1 + correlation) / (1 - correlation);
    }

    private static List<(double Stop, double Work)> Steps(IReadOnlyList<SideSlice> slices, bool isNew) =>
        [.. slices.Where(one => one.IsNew == isNew).GroupBy(one => one.Step).OrderBy(step => step.Key)
            .Select(step => (step.Sum(one => one.Stop), step.Sum(one => one.Work)))];

    private static double[] Blocks(List<(double Stop, double Work)> steps, int length, double mean, double noise) =>
        [.. steps.Chunk(length)
            .Select(block => Math.Log((block.Sum(step => step.Stop) + noise) / (mean * block.Sum(step => step.Work))))
            .Where(double.IsFinite)];
}
