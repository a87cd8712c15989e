using Unpause.Analysis.CostModels;

namespace Unpause.Tests.Analysis.CostModels;

public class PauseFitTests
{
    private const double Gibi = 1L << 30;

    /// <summary>5 ms and 400 ms for each GiB, with a tenth of noise and a few that waited for something else.</summary>
    [Fact]
    public void PauseFit_Outliers_FindsTheLine()
    {
        var random = new Random(3);
        var points = Enumerable.Range(0, 300).Select(i =>
        {
            var survivors = Gibi * (0.1 + random.NextDouble());
            var pause = (0.005 + (0.4 * survivors / Gibi)) * (0.9 + (0.2 * random.NextDouble()));
            return (survivors, 1e9 * (i % 20 == 0 ? 5 * pause : pause));
        }).ToList();
        var fit = PauseFit.Compute(points)!;
        Assert.Null(fit.Doubt);
        Assert.InRange(fit.Line!.Value.Slope, 0.37, 0.43);
        Assert.InRange(0.4, fit.Line.Value.Low, fit.Line.Value.High);
    }

    [Fact]
    public void PauseFit_UnfitPoints_GivesItsDoubt()
    {
        var random = new Random(5);
        Assert.Null(PauseFit.Compute([]));
        Assert.Equal(PauseFitDoubt.TooFew, PauseFit.Compute([.. Enumerable.Range(1, 9).Select(i => (i * Gibi, i * 1e9))])!.Doubt);
        Assert.Equal(PauseFitDoubt.SameSurvivors, PauseFit.Compute([.. Enumerable.Range(1, 50).Select(i => (Gibi, i * 1e7))])!.Doubt);
        Assert.Equal(PauseFitDoubt.SameSurvivors, PauseFit.Compute([.. Enumerable.Range(1, 50).Select(i => (0.0, i * 1e7))])!.Doubt);
        Assert.Equal(
            PauseFitDoubt.Scatter,
                PauseFit.Compute([.. Enumerable.Range(1, 50).Select(i => (i * Gibi, 1e9 * random.NextDouble()))])!.Doubt);
    }
}
