using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Reports.Explanations;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Analysis.Attribution.Queues;

/// <summary>
/// Metered latency against a slow computation of its own, written from the definition (the first request of the window, the mean distance
/// in it, exact fractions), and against cases counted by hand.
/// </summary>
public sealed class MeteredLatencyTests
{
    private const long Ms = SimulatedService.Ms, Second = SimulatedService.Second;

    [Fact]
    public void Meter_RandomRequests_EqualsTheDefinition()
    {
        for (var seed = 0; seed < 1000; seed++)
        {
            var random = new Random(seed);
            var count = random.Next(1, 120);
            var span = (long)Math.Pow(10, random.Next(0, 12));
            long[] starts = [.. Enumerable.Range(0, count).Select(_ => SimulatedService.Zero + random.NextInt64(span)).Order()];
            long[] durations = [.. starts.Select(_ => random.NextInt64(span / 10))];
            foreach (var window in (long?[])[null, 0, 1, span / 7, 100 * Ms, Second, 10 * Second])
            {
                AssertEqualsTheDefinition(starts, durations, window);
            }
        }
    }

    [Theory]
    [InlineData("requests.csv")]
    [InlineData("spans.jsonl.gz")]
    public void Meter_RealRequests_EqualsTheDefinition(string sample)
    {
        var file = RecordingInput.File(RepositoryFolder.File("samples", "requests", sample));
        var set = Assert.Single(new RequestLoader(RequestOptions.Default).Load([file]).Sets);
        var requests = set.Requests.OrderBy(request => request.StartUnixNanoseconds).ToList();
        Assert.True(requests.Count > 300);
        long[] starts = [.. requests.Select(request => request.StartUnixNanoseconds)];
        long[] durations = [.. requests.Select(request => request.DurationNanoseconds)];
        foreach (var window in (long?[])[null, 100 * Ms, Second]) AssertEqualsTheDefinition(starts, durations, window);
    }

    [Fact]
    public void Meter_PauseOfAClosedLoop_DelaysThoseThatWereNotSent()
    {
        // One connection, 1 ms each, one request takes 96 ms: 5 requests where 100 were due.
        long[] starts = [0, 1 * Ms, 2 * Ms, 98 * Ms, 99 * Ms];
        long[] durations = [1 * Ms, 1 * Ms, 96 * Ms, 1 * Ms, 1 * Ms];
        var metered = new long[5];
        MeteredLatency.Meter(starts, durations, null, metered);
        // Even starts: 0, 24.75, 49.5, 74.25, 99 ms.
        Assert.Equal([1 * Ms, 1 * Ms, 96 * Ms, (98 + 1) * Ms - (long)(74.25 * Ms), 1 * Ms], metered);
        // 2 ms around a request: only neighbours, which are even.
        MeteredLatency.Meter(starts, durations, 2 * Ms, metered);
        Assert.Equal(durations, metered);
    }

    [Fact]
    public void Meter_HostileTimes_ChangeNothing()
    {
        MeteredLatency.Meter([], [], null, []);
        foreach (var window in (long?[])[null, 0, 100 * Ms, long.MaxValue / 2])
        {
            var one = new long[1];
            MeteredLatency.Meter([5], [7], window, one);
            Assert.Equal([7], one);
            var equal = new long[4];
            MeteredLatency.Meter([3, 3, 3, 3], [1, 0, 2, 5], window, equal);
            Assert.Equal([1, 0, 2, 5], equal);
            var negative = new long[3];
            MeteredLatency.Meter([-30, -20, -10], [1, 2, 3], window, negative);
            Assert.Equal([1, 2, 3], negative);
        }

        // The longest times that requests may have.
        var far = new long[3];
        MeteredLatency.Meter([0, 7L << 60, 7L << 60], [1, 3L << 56, 1], null, far);
        Assert.All(far, latency => Assert.True(latency > 0));
    }

    [Fact]
    public void Compute_ClosedLoop_ShowsThePausesThatFewRequestsHave()
    {
        var result = Judge(Served(waits: true), 50 * Ms);
        var metered = result.Metered!;
        Assert.Null(metered.Refusal);
        Assert.Equal([100 * Ms, Second, 10 * Second, null], metered.Windows.Select(window => window.WindowNanoseconds));
        // One of 180 requests is paused: below p99 as measured.
        Assert.InRange(result.Measured.P99Nanoseconds!.Value, 9 * Ms, 10 * Ms);
        Assert.InRange(metered.Windows[1].Latency.P99Nanoseconds!.Value, 90 * Ms, 250 * Ms);
        Assert.All(metered.Windows, window => Assert.True(window.Latency.P50Nanoseconds >= result.Measured.P50Nanoseconds));
    }

    [Fact]
    public void Compute_NoSlowRequest_IsMeteredAllTheSame() =>
        Assert.Null(Judge(Served(waits: true), 10 * Second).Metered!.Refusal);

    [Theory]
    [InlineData(false, 600, 1, MeteredRefusal.OpenArrivals)]
    [InlineData(true, 2, 1, MeteredRefusal.ArrivalsUnknown)]
    [InlineData(true, 600, 20 * Ms, MeteredRefusal.CoarseTimes)]
    [InlineData(true, 1, 1, MeteredRefusal.TooFew)]
    public void Compute_OtherRequests_IsRefused(bool waits, int seconds, long resolution, MeteredRefusal refusal)
    {
        var (set, recording) = Served(waits, seconds);
        if (resolution > 1) set.ResolutionNanoseconds = resolution;
        var metered = Judge((set, recording), 50 * Ms).Metered!;
        Assert.Equal(refusal, metered.Refusal);
        Assert.Empty(metered.Windows);
        Assert.EndsWith(".", QueueText.Describe(refusal), StringComparison.Ordinal);
    }

    [Fact]
    public void Compute_Sample_IsRefused()
    {
        var (set, recording) = Served(waits: true);
        var result = RequestAttribution.Compute([set], [recording], new AttributionOptions(50 * Ms) { SampledShare = 0.5 });
        Assert.Equal(MeteredRefusal.SomeMissing, result.Metered!.Refusal);
    }

    [Fact]
    public void Compute_LoadTestOfK6_NeedsNoProofByPauses()
    {
        var (set, recording) = Served(waits: true, seconds: 2, format: "k6");
        Assert.Null(Judge((set, recording), 50 * Ms).Metered!.Refusal);
    }

    private static RequestAttribution Judge((RequestSet Set, Recording Recording) served, long threshold) =>
        RequestAttribution.Compute([served.Set], [served.Recording], new AttributionOptions(threshold));

    /// <summary>Requests of 7 to 10 ms, one by one or every 40 ms, and a pause of 200 ms every two seconds.</summary>
    private static (RequestSet Set, Recording Recording) Served(bool waits, int seconds = 600, string format = "csv")
    {
        var random = new Random(1);
        var set = new RequestSet { Files = ["requests"], Format = format };
        (long Start, long Length)[] pauses = [.. Enumerable.Range(1, Math.Max(1, seconds / 2)).Select(i => (i * 2 * Second, 200 * Ms))];
        var end = (seconds * Second) + Second;
        var (free, at) = (0L, 0);
        for (long sent = 500 * Ms; sent < end - (800 * Ms);)
        {
            var start = Math.Max(sent, free);
            free = start + (7 * Ms) + random.NextInt64(3 * Ms);
            while (at < pauses.Length && pauses[at].Start + pauses[at].Length <= start) at++;
            if (at < pauses.Length && pauses[at].Start < free)
            {
                free += pauses[at].Start + pauses[at].Length - Math.Max(start, pauses[at].Start);
            }

            set.Requests.Add(new Request(SimulatedService.Zero + sent, free - sent, -1, -1, -1));
            sent = waits ? free + (1 * Ms) : sent + (40 * Ms);
        }

        return (set, SimulatedService.RecordingOf(pauses, end));
    }

    private static void AssertEqualsTheDefinition(long[] starts, long[] durations, long? window)
    {
        var metered = new long[starts.Length];
        MeteredLatency.Meter(starts, durations, window, metered);
        for (var i = 0; i < starts.Length; i++)
        {
            // The window's first event, and the first behind it; the last event where there is none.
            var (from, to) = (0, starts.Length - 1);
            if (window is { } length) (from, to) = (First(starts, starts[i] - (length / 2)), First(starts, starts[i] + (length / 2)));
            decimal end = starts[i] + durations[i];
            var even = from == to ? starts[i] : starts[from] + ((decimal)(i - from) * (starts[to] - starts[from]) / (to - from));
            var expected = Math.Max(end - starts[i], end - even);
            Assert.InRange(metered[i] - expected, -1, 1);
        }
    }

    private static int First(long[] starts, long from) =>
        Array.FindIndex(starts, start => start >= from) is >= 0 and var found ? found : starts.Length - 1;
}
