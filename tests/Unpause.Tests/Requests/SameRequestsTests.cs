using Unpause.Requests;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Requests;

public sealed class SameRequestsTests
{
    private const long Ms = SimulatedService.Ms;

    [Theory]
    [InlineData(1, 10, 1)]
    [InlineData(2, 80, 1)]
    [InlineData(3, 80, 1_000_000)]
    [InlineData(4, 900, 1)]
    public void SameRequests_ClientAndServer_AreTheSameRequests(int seed, int aSecond, long resolution)
    {
        var random = new Random(seed);
        var server = Random(random, 500, aSecond);
        // The client begins a while earlier and hears of the end a moment later; one request in twenty it never logged.
        var client = server.Where((_, i) => i % 20 != 7).Select(request =>
        {
            var before = random.NextInt64(30 * Ms);
            return (request.Start - before, request.Duration + before + random.NextInt64(100_000));
        });
        var sets = new[] { Set(server, resolution), Set(client, resolution) };
        var found = Assert.Single(SameRequests.Find(sets));
        Assert.Equal((1, 0), (found.Taken, found.LeftOut));
        Assert.InRange(found.Share, 0.7, 1);
        Assert.Equal((0, 1), SameRequests.Find([sets[1], sets[0]]) is [var swapped] ? (swapped.Taken, swapped.LeftOut) : default);
    }

    [Fact]
    public void SameRequests_SameInputTwiceOrThrice_IsFound()
    {
        var requests = Random(new Random(5), 300, 50);
        Assert.Equal(
            [new SameRequests(0, 1, 1), new SameRequests(0, 2, 1)], SameRequests.Find([Set(requests), Set(requests), Set(requests)]));
    }

    [Fact]
    public void SameRequests_TwoServers_StaySeparate()
    {
        for (var seed = 1; seed <= 50; seed++)
        {
            var random = new Random(seed);
            var rate = seed % 2 == 0 ? 30 : 2000;
            Assert.Empty(SameRequests.Find([Set(Random(random, 1000, rate)), Set(Random(random, 1000, rate), seed % 3 == 0 ? Ms : 1)]));
        }
    }

    [Fact]
    public void SameRequests_OtherTimesProcessesOrFewRequests_AreNotCompared()
    {
        var requests = Random(new Random(6), 300, 50);
        Assert.Empty(SameRequests.Find(
            [Set(requests), Set(requests.Select(request => (request.Start + (3600 * SimulatedService.Second), request.Duration)))]));
        Assert.Empty(SameRequests.Find([Set(requests.Take(19)), Set(requests.Take(19))]));
        Assert.Empty(
            SameRequests.Find([Set(requests, service: new Service("a", 1, null)), Set(requests, service: new Service("a", 2, null))]));
        Assert.Single(SameRequests.Find([Set(requests, service: new Service("a", 1, null)), Set(requests)]));
        Assert.Empty(SameRequests.Find([Set(requests)]));
        Assert.Empty(SameRequests.Find([Set([]), Set([])]));
        Assert.Empty(SameRequests.Find([Set([(long.MaxValue, long.MaxValue), (1, -1)]), Set([(long.MaxValue, 1)])]));
    }

    private static List<(long Start, long Duration)> Random(Random random, int count, int aSecond)
    {
        var requests = new List<(long Start, long Duration)>();
        double at = SimulatedService.Zero;
        for (var i = 0; i < count; i++)
        {
            at += -Math.Log(1 - random.NextDouble()) * SimulatedService.Second / aSecond;
            requests.Add(((long)at, (2 * Ms) + random.NextInt64(8 * Ms)));
        }

        return requests;
    }

    private static RequestSet Set(IEnumerable<(long Start, long Duration)> requests, long resolution = 1, Service? service = null)
    {
        var set = new RequestSet { Files = ["requests"], Format = "csv", ResolutionNanoseconds = resolution };
        if (service is not null) set.Services.Add(service);
        foreach (var (start, duration) in requests)
        {
            set.Requests.Add(
                new Request(start / resolution * resolution, duration / resolution * resolution, -1, service is null ? -1 : 0, -1));
        }

        return set;
    }
}
