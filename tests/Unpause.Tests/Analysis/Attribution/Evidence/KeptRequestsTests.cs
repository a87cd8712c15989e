using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Evidence;

namespace Unpause.Tests.Analysis.Attribution.Evidence;

/// <summary>Whether only slow requests were kept is claimed of cut logs alone, not of services that all take some time.</summary>
public sealed class KeptRequestsTests
{
    private const long Millisecond = 1_000_000;

    /// <summary>As in shared/repro/requests/jh-none: 1 in 6 takes a millisecond, the others at least 40 ms.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(45)]
    [InlineData(60)]
    public void Kept_TimerOf40Milliseconds_IsNoCut(long slow) =>
        Assert.False(Of(slow, Tail(41.3, 1200).Concat(Enumerable.Repeat(1.0, 230))).OnlySlow);

    [Fact]
    public void Kept_AllTake41Milliseconds_IsNoCut() => Assert.False(Of(20, Tail(41.3, 1200)).OnlySlow);

    [Fact]
    public void Kept_LongerThanARoundLimit_IsACut() => Assert.Equal(100, Of(120, Tail(100.1, 1200)).CutNanoseconds / Millisecond);

    /// <summary>Failed requests were kept, too.</summary>
    [Fact]
    public void Kept_FewBelowALimit_IsACut() =>
        Assert.Equal(83, Of(100, Tail(83.1, 1200).Concat(Enumerable.Repeat(2.0, 30))).CutNanoseconds / Millisecond);

    /// <summary>Latencies from a floor on, in milliseconds: exponential, with a mean of a fifth above it.</summary>
    private static IEnumerable<double> Tail(double floor, int count) =>
        Enumerable.Range(0, count).Select(i => floor - (floor * 0.2 * Math.Log(1 - ((i + 0.5) / count))));

    private static KeptRequests Of(long slowMilliseconds, IEnumerable<double> milliseconds)
    {
        var set = new RequestSet { Files = ["requests"], Format = "csv" };
        var at = 0L;
        foreach (var latency in milliseconds) set.Requests.Add(new Request(at += Millisecond, (long)(latency * Millisecond), -1, -1, -1));
        return KeptRequests.From([set], new AttributionOptions(slowMilliseconds * Millisecond));
    }
}
