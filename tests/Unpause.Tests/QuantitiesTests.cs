using Unpause.Recordings;

namespace Unpause.Tests;

public class QuantitiesTests
{
    [Theory]
    [InlineData("400ms", 400e6)]
    [InlineData("1.5 s", 1.5e9)]
    [InlineData("2m", 120e9)]
    [InlineData("7us", 7e3)]
    [InlineData("7µs", 7e3)]
    [InlineData("1h", 3600e9)]
    public void Quantities_DurationText_IsParsed(string text, double expected)
    {
        Assert.True(Quantities.TryParseDuration(text, out var nanoseconds));
        Assert.Equal(expected, nanoseconds);
    }

    [Theory]
    [InlineData("400")]
    [InlineData("ms")]
    [InlineData("-4ms")]
    [InlineData("1e999s")]
    [InlineData("4 parsecs")]
    [InlineData("")]
    public void Quantities_NoDuration_IsRefused(string text) => Assert.False(Quantities.TryParseDuration(text, out _));

    [Theory]
    [InlineData("1.5GiB", 1.5 * 1024 * 1024 * 1024)]
    [InlineData("64k", 65536)]
    [InlineData("10MB", 10e6)]
    public void Quantities_SizeText_IsParsed(string text, double expected)
    {
        Assert.True(Quantities.TryParseSize(text, out var bytes));
        Assert.Equal(expected, bytes);
    }

    [Theory]
    [InlineData(190_062_700, "190 ms")]
    [InlineData(16_157_500, "16.2 ms")]
    [InlineData(850, "850 ns")]
    [InlineData(1_640_000_000, "1.64 s")]
    [InlineData(0, "0 ns")]
    [InlineData(7_200e9, "2 h")]
    public void Quantities_Duration_IsFormatted(double nanoseconds, string expected) =>
        Assert.Equal(expected, Quantities.Duration(nanoseconds));

    [Theory]
    [InlineData(99.999, "> 99.99 %")]
    [InlineData(100, "100 %")]
    [InlineData(99.84, "99.84 %")]
    [InlineData(81.26, "81.3 %")]
    [InlineData(0.001, "< 0.01 %")]
    [InlineData(0, "0 %")]
    public void Quantities_ShareNearAllOrNothing_IsNotRoundedToIt(double percent, string expected) =>
        Assert.Equal(expected, Quantities.Percent(percent));
}
