using Unpause.Requests;

namespace Unpause.Tests.Requests;

public sealed class UnitCheckTests
{
    private const long Second = 1_000_000_000;
    private const long At = 1_673_771_025 * Second;
    private const long Now = At + (86_400 * Second);

    [Fact]
    public void UnitCheck_NormalService_GivesNoDoubt() => Assert.Empty(Doubts(100, i => (At + (i * Second), (i + 1) * 1_234_567L)));

    [Fact]
    public void UnitCheck_SomeSlowRequests_GiveNoDoubt() =>
        Assert.Empty(Doubts(100, i => (At + (i * Second), i == 3 ? 3600 * Second : 5_000_000)));

    [Theory]
    // Microseconds read as milliseconds; nanoseconds read as milliseconds; milliseconds read as nanoseconds.
    [InlineData(1_000L * 100_000_000, TimeUnit.Microseconds)]
    [InlineData(1_000_000L * 100_000_000, TimeUnit.Nanoseconds)]
    [InlineData(100L, TimeUnit.Milliseconds)]
    [InlineData(0L, TimeUnit.Seconds)]
    public void UnitCheck_AbsurdDurations_NameTheLikelyUnit(long nanoseconds, TimeUnit likely)
    {
        var scale = nanoseconds >= Second ? 1_000_000_000 : 1;
        var doubt = Assert.Single(Doubts(
            50, i => (At + (i * 1_000_000), nanoseconds + (nanoseconds / 100 * (i % 7)) + (nanoseconds == 0 ? 0 : scale * (i % 3)))));
        Assert.Equal(likely, doubt.DurationUnit);
    }

    [Fact]
    public void UnitCheck_StartsIn1970AndInTheFuture_GiveADoubt()
    {
        Assert.Contains(
            "start before 1970-01-", Assert.Single(Doubts(20, i => (i * Second, 5_000_001))).Sentence, StringComparison.Ordinal);
        Assert.Contains(
            "in the future", Assert.Single(Doubts(20, i => (Now + (90_000 * Second) + i, 5_000_001))).Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void UnitCheck_EndsInOneSecond_GiveADoubt() =>
        Assert.Contains(
            "same second", Assert.Single(Doubts(20, i => (At - (i * Second), (i * Second) + 1))).Sentence, StringComparison.Ordinal);

    [Fact]
    public void UnitCheck_WholeSeconds_GiveADoubt() =>
        Assert.Contains(
            "whole seconds", Assert.Single(Doubts(20, i => (At + (i * Second), (i % 2) * Second))).Sentence, StringComparison.Ordinal);

    private static IReadOnlyList<UnitDoubt> Doubts(int count, Func<int, (long Start, long Duration)> make)
    {
        var set = new RequestSet { Files = ["made"], Format = "csv" };
        for (var i = 0; i < count; i++)
        {
            var (start, duration) = make(i);
            set.Requests.Add(new Request(start, duration, -1, -1, -1));
        }

        return UnitCheck.Doubts(set, Now);
    }
}
