using Unpause.Experiments.Load;
using Unpause.Recordings;

namespace Unpause.Recorder.Tests.Load;

public sealed class OpenLoopLoadTests
{
    private static readonly TimeSpan None = TimeSpan.Zero;

    [Fact]
    public void OpenLoop_KnownDelay_IsMeasured()
    {
        using var server = new LittleServer(_ => TimeSpan.FromMilliseconds(20));
        var outcome = OpenLoopLoad.Run(Plan(server, 10, seconds: 3), default);
        Assert.Equal((0, 0), (outcome.Failed, outcome.Dropped));
        Assert.Equal(outcome.Arrivals, outcome.Requests.Count);
        Assert.All(outcome.Requests, request => Assert.True(request.DurationNanoseconds >= 20_000_000, $"{request}"));
        // On a busy machine some requests are late; half of them are not.
        Assert.InRange(Sorted(outcome)[outcome.Requests.Count / 2] / 1e6, 20, 200);
        Assert.Equal(outcome.Requests.Count, server.Paths.Count);
    }

    /// <summary>
    /// With 100 requests a second, a server that pauses for a second delays about a hundred, the first by that second and the
    /// last by nothing. A closed loop would have measured one. A busy machine delays all of them more, and none less.
    /// </summary>
    [Fact]
    public void OpenLoop_ServerPaused_QueuesRequests()
    {
        long? begin = null;
        using var server = new LittleServer(at =>
        {
            if (begin is not null || at < TimeSpan.FromSeconds(1)) return TimeSpan.Zero;
            begin = UnixTime.NowNanoseconds;
            return TimeSpan.FromSeconds(1);
        });
        var outcome = OpenLoopLoad.Run(Plan(server, 100, seconds: 4), default);
        var end = begin!.Value + 1_000_000_000;
        // Due during the pause: a hundred, and the standard deviation of a Poisson count is 10. The server's clock decides, because
        // on a busy machine another request may have been the longest.
        var waiting = outcome.Requests.Where(one => one.StartUnixNanoseconds >= begin && one.StartUnixNanoseconds < end).ToList();
        Assert.True(waiting.Count >= 50, $"{waiting.Count}");
        Assert.All(waiting, request => Assert.True(
            request.DurationNanoseconds >= end - request.StartUnixNanoseconds - 50_000_000, $"{request} until {end}"));
        Assert.Contains(outcome.Requests, request => request.DurationNanoseconds >= 950_000_000);
        Assert.Equal(0, outcome.Failed + outcome.Dropped);
    }

    [Fact]
    public void OpenLoop_NoFreeConnection_DropsAndCounts()
    {
        using var server = new LittleServer(at => at < TimeSpan.FromSeconds(1) ? TimeSpan.FromSeconds(1) : None);
        var outcome = OpenLoopLoad.Run(Plan(server, 100, seconds: 2) with { MostConnections = 5 }, default);
        Assert.True(outcome.Dropped > 20, $"{outcome}");
        Assert.Equal(outcome.Arrivals, outcome.Requests.Count + outcome.Dropped);
    }

    [Fact]
    public void OpenLoop_RefusedRequest_IsNoFastRequest()
    {
        using var server = new LittleServer(_ => None, "503 Service Unavailable");
        var outcome = OpenLoopLoad.Run(Plan(server, 50, seconds: 1), default);
        Assert.Empty(outcome.Requests);
        Assert.Equal((outcome.Arrivals, "status 503"), (outcome.Failed, outcome.FirstFailure));
        var nobody = OpenLoopLoad.Run(new LoadPlan("http://127.0.0.1:1/", 50, None, TimeSpan.FromSeconds(1), 1), default);
        Assert.True(nobody.Failed > 20 && nobody.Failed == nobody.Arrivals && nobody.Requests.Count == 0, $"{nobody}");
        Assert.Contains("refused", nobody.FirstFailure, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void OpenLoop_Timeout_FailsWithTheLongestLatency()
    {
        using var server = new LittleServer(_ => TimeSpan.FromSeconds(20));
        var outcome = OpenLoopLoad.Run(Plan(server, 20, seconds: 1) with { Timeout = TimeSpan.FromMilliseconds(500) }, default);
        Assert.Equal(outcome.Arrivals, outcome.Failed);
        Assert.All(outcome.Requests, request => Assert.InRange(request.DurationNanoseconds / 1e9, 0.5, 2.5));
        Assert.Equal("no answer within 500 ms", outcome.FirstFailure);
    }

    [Fact]
    public void OpenLoop_WarmUpAndSeed_AreRespected()
    {
        using var server = new LittleServer(_ => None);
        var plan = Plan(server, 50, seconds: 1) with { WarmUp = TimeSpan.FromSeconds(1) };
        var outcome = OpenLoopLoad.Run(plan, default);
        var warm = outcome.StartedUnixNanoseconds + 1_000_000_000;
        Assert.All(outcome.Requests, request => Assert.True(request.StartUnixNanoseconds >= warm));
        Assert.InRange(server.Paths.Count - outcome.Requests.Count, 20, 90);
        List<string> first = [.. server.Paths];
        server.Paths.Clear();
        OpenLoopLoad.Run(plan, default);
        Assert.Equal(first.Order(), server.Paths.Order());
        Assert.True(first.Distinct().Count() > first.Count / 2);
    }

    /// <summary>The gaps of a Poisson process are exponential, so their standard deviation equals their mean.</summary>
    [Fact]
    public void Arrivals_Poisson_AreIndependent()
    {
        var arrivals = Arrivals.Generate(new LoadPlan("http://localhost/", 1_000, None, TimeSpan.FromSeconds(100), 7)).ToList();
        var gaps = arrivals.Zip(arrivals.Skip(1), (one, next) => (next.AtNanoseconds - one.AtNanoseconds) / 1e6).ToList();
        var mean = gaps.Average();
        Assert.InRange(arrivals.Count, 99_000, 101_000);
        Assert.InRange(mean, 0.98, 1.02);
        Assert.InRange(Math.Sqrt(gaps.Average(gap => (gap - mean) * (gap - mean))), 0.97, 1.03);
        Assert.InRange(gaps.Count(gap => gap > mean) / (double)gaps.Count, 0.36, 0.376); // 1/e
    }

    [Fact]
    public void OpenLoop_Cancelled_Ends()
    {
        using var server = new LittleServer(_ => None);
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
        var began = Environment.TickCount64;
        OpenLoopLoad.Run(Plan(server, 0.5, seconds: 600), stop.Token);
        Assert.InRange(Environment.TickCount64 - began, 250, 10_000);
    }

    private static LoadPlan Plan(LittleServer server, double rate, double seconds) =>
        new(server.Url, rate, None, TimeSpan.FromSeconds(seconds), 1);

    private static List<long> Sorted(LoadOutcome outcome) => [.. outcome.Requests.Select(request => request.DurationNanoseconds).Order()];
}
