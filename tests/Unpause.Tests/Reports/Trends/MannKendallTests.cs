using Unpause.Requests.Statistics;

namespace Unpause.Tests.Reports.Trends;

/// <summary>The test for a trend, against numbers computed by hand.</summary>
public class MannKendallTests
{
    [Fact]
    public void MannKendall_AlwaysRising_HasEveryPairAndTheNormalTail()
    {
        // 8 × 7 ÷ 2 = 28 pairs; variance 8 × 7 × 21 ÷ 18 = 65.33; z = 27 ÷ 8.083 = 3.3404; p = 0.000837.
        var test = MannKendall.Test([1, 2, 3, 4, 5, 6, 7, 8])!.Value;
        Assert.Equal(28, test.S);
        Assert.Equal(0.000837, test.PValue, 6);
    }

    [Fact]
    public void MannKendall_Ties_CountAsNoPairAndNarrowTheVariance()
    {
        // Pairs by hand: 11 rise, 23 fall, 2 are tied. Variance (9 × 8 × 23 − 2 × 2 × 1 × 9) ÷ 18 = 90; z = −11 ÷ √90 = −1.1595.
        var test = MannKendall.Test([5, 7, 7, 3, 4, 2, 2, 1, 9])!.Value;
        Assert.Equal(-12, test.S);
        Assert.Equal(0.246252, test.PValue, 6);
    }

    [Fact]
    public void MannKendall_SameValues_AreNoTrend() =>
        Assert.Equal(new MannKendall(0, 1), MannKendall.Test([4, 4, 4, 4, 4, 4, 4, 4]));

    [Fact]
    public void MannKendall_SevenValues_AreTooFew() => Assert.Null(MannKendall.Test([1, 2, 3, 4, 5, 6, 7]));
}
