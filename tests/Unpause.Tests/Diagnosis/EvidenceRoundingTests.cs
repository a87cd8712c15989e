using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;

namespace Unpause.Tests.Diagnosis;

/// <summary>Numbers are rounded once: evidence reads like the same number elsewhere.</summary>
public class EvidenceRoundingTests
{
    [Theory]
    [InlineData(15.648, 15.648)]
    [InlineData(15.66, 15.66)]
    [InlineData(15.6512, 15.65)]
    [InlineData(15.6499999, 15.6499999)]
    [InlineData(99.9949, 99.99)]
    [InlineData(33.3333333333, 33.33)]
    public void Percent_NearRoundingBoundary_ReadsAsTheUnroundedNumber(double percent, double expected)
    {
        var value = Evidence.Percent("a_key", "share", percent).Value!.Value;
        Assert.Equal(expected, value);
        Assert.Equal(Quantities.Percent(percent), Quantities.Percent(value));
    }

    [Fact]
    public void Evidence_AnyNumber_ReadsAsTheUnroundedNumber()
    {
        var random = new Random(15);
        for (var i = 0; i < 100_000; i++)
        {
            var number = Math.Pow(10, (random.NextDouble() * 12) - 2);
            Assert.Equal(Quantities.Duration(number), Quantities.Duration(Evidence.Time("a_key", "t", number).Value!.Value * 1e6));
            Assert.Equal(Quantities.Duration(number), Quantities.Duration(Evidence.Seconds("a_key", "t", number / 1e9).Value!.Value * 1e9));
            Assert.Equal(Quantities.Bytes(number), Quantities.Bytes(Evidence.Size("a_key", "s", number).Value!.Value));
            Assert.Equal(Quantities.Percent(number / 1e8), Quantities.Percent(Evidence.Percent("a_key", "p", number / 1e8).Value!.Value));
        }
    }
}
