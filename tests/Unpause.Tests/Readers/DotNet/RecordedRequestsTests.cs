using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>Requests in .nettrace files against what the callers themselves measured.</summary>
[Trait("Tier", "live")]
public class RecordedRequestsTests
{
    // Task.Delay counts on the kernel's coarse clock, which stands for a tick: 4 ms at 250 Hz (clock_getres). It may fall short of one.
    private const double TimerSlackMs = 5;

    [Fact]
    public async Task RecordedRequests_FiftyConcurrentCallers_AreDistinguished()
    {
        var run = await RecordedService.Run(callers: 50, callsEach: 12);
        var served = run.Recording.Requests!;
        foreach (var group in run.Calls.Concat(run.Relayed).GroupBy(call => call.Name))
        {
            var recorded = Durations(served, group.Key, call: false);
            Assert.Equal(group.Count(), recorded.Count);
            var known = group.Select(call => call.LeastMs).Order().ToList();
            for (var i = 0; i < recorded.Count; i++)
            {
                Assert.True(recorded[i] >= known[i] - TimerSlackMs, $"{group.Key}: {recorded[i]} ms, asked to take {known[i]} ms");
            }
        }

        // No request is longer inside the server than its caller waited, so the sorted lists can't cross.
        foreach (var group in run.Calls.GroupBy(call => call.Name).Where(group => group.Key != "GET /sleep/{id}"))
        {
            var recorded = Durations(served, group.Key, call: false);
            var waited = group.Select(call => call.WaitedMs).Order().ToList();
            for (var i = 0; i < recorded.Count; i++)
            {
                Assert.True(recorded[i] <= waited[i], $"{group.Key}: {recorded[i]} ms, its caller waited {waited[i]} ms");
            }
        }

        Assert.Equal(run.Calls.Count + run.Relayed.Count, served.Served);
        Assert.Empty(run.Recording.Coverage.Notes);
        AssertCallsLieInTheirRequests(served, run.Relayed.Count);
    }

    [Fact]
    public void RecordedRequests_Sample_MatchesItsCallers()
    {
        var served = NettraceSample.Read("web").Requests!;
        var counts = served.Requests.Where(request => !request.Call)
            .GroupBy(request => served.Names[request.Name])
            .ToDictionary(group => group.Key, group => group.Count());
        Assert.Equal(
            new Dictionary<string, int> { ["GET /relay/{id}"] = 259, ["GET /sleep/{id}"] = 528
                + 259, ["GET /orders/{id}"] = 296, ["POST /garbage/{id}"] = 10 },
            counts);
        AssertCallsLieInTheirRequests(served, 259);
    }

    [Fact]
    public void RecordedRequests_Calls_AreSpansNotRequests()
    {
        var recording = NettraceSample.Read("web");
        var set = Assert.Single(RecordedRequestSets.From([recording]));
        Assert.Equal(1352, set.Requests.Count);
        Assert.Equal(1352 + 259, set.Spans.Count);
        Assert.All(set.Requests, request => Assert.Equal(SpanKind.Server, set.Spans[request.Span].Kind));
        var zero = (recording.Clock.StartedAt!.Value - DateTimeOffset.UnixEpoch).Ticks * 100;
        Assert.Equal(zero + recording.Requests!.Requests[0].StartNanoseconds, set.Spans[0].StartUnixNanoseconds);
    }

    [Fact]
    public void RecordedRequests_RecordingWithoutRequests_HasNone()
    {
        Assert.Null(NettraceSample.Read("workstation").Requests);
        Assert.Empty(RecordedRequestSets.From([NettraceSample.Read("workstation")]));
    }

    [Fact]
    public void RecordedRequests_TruncatedRecording_HasTheFirstRequests()
    {
        var bytes = NettraceSample.Bytes("web");
        var whole = Assert.Single(NettraceSample.ReadBytes(bytes).Recordings).Requests!.Requests;
        var most = 0;
        for (var cut = 8; cut < bytes.Length; cut += 1 + (bytes.Length / 100))
        {
            if (NettraceSample.ReadBytes(bytes[..cut]).Recordings is not [{ Requests.Requests: { } requests }]) continue;
            Assert.True(requests.Count >= most);
            most = requests.Count;
            Assert.Equal(whole.Take(most), requests);
        }

        Assert.True(most > whole.Count * 9 / 10);
    }

    private static void AssertCallsLieInTheirRequests(RecordedRequests served, int calls)
    {
        var byNumber = served.Requests.ToDictionary(request => request.Number);
        var made = served.Requests.Where(request => request.Call).ToList();
        Assert.Equal(calls, made.Count);
        foreach (var call in made)
        {
            var request = byNumber[call.Parent];
            Assert.Equal("GET /relay/{id}", served.Names[request.Name]);
            Assert.Equal(request.Number, call.Root);
            Assert.True(request.StartNanoseconds <= call.StartNanoseconds
                && call.StartNanoseconds + call.DurationNanoseconds <= request.StartNanoseconds + request.DurationNanoseconds);
        }
    }

    private static List<double> Durations(RecordedRequests served, string name, bool call) =>
        [.. served.Requests.Where(request => request.Call == call && served.Names[request.Name] == name)
            .Select(request => request.DurationNanoseconds / 1e6).Order()];
}
