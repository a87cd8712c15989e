using System.Text;
using System.Text.Json;
using Unpause.Analysis.Holes;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;
using Unpause.Reports;
using Unpause.Reports.Html;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Reports.Html;

public class TimelineJsonTests
{
    /// <summary>The web tests decode this same file (web/tests/unit/shared.test.ts), so that writer and page agree.</summary>
    [Fact]
    public void Timeline_MadeReport_EqualsTheFixtureOfThePage()
    {
        using var stream = new MemoryStream();
        var report = WithRequests(Report.Create([Concurrent(), WithoutTimes()]));
        TimelineJson.Write(report.ToDocument(), report.ToTimeline(), stream);
        var expected = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "fixtures", "timeline.json"))).RootElement;
        var written = Encoding.UTF8.GetString(stream.ToArray());
        Assert.True(JsonElement.DeepEquals(expected, JsonDocument.Parse(written).RootElement), written);
    }

    [Fact]
    public void Timeline_ManyPauses_RoundTrip()
    {
        var random = new Random(5);
        var begun = Recorded.Begun();
        var start = 0L;
        for (var i = 0; i < 50_000; i++)
        {
            start += random.NextInt64(1, 40_000_000);
            var collection = begun.Begin(i * 2);
            collection.StartNanoseconds = start;
            begun.Pauses.Add(new Pause(start, random.NextInt64(0, 9_000_000), i, "Pause Young"));
        }

        var recording = begun.Build();
        var pauses = WrittenPage.Of(Report.Create([recording])).Timeline.GetProperty("processes")[0].GetProperty("pauses");
        var differences = pauses.GetProperty("start").EnumerateArray().Select(value => value.GetInt64());
        var durations = pauses.GetProperty("duration").EnumerateArray().Select(value => value.GetInt64()).ToList();
        var (at, index) = (0L, 0);
        foreach (var difference in differences)
        {
            at += difference;
            Assert.Equal(Math.Round(recording.Pauses[index].StartNanoseconds / 1000.0, MidpointRounding.AwayFromZero), at);
            Assert.Equal(
                Math.Round(recording.Pauses[index].DurationNanoseconds / 1000.0, MidpointRounding.AwayFromZero), durations[index++]);
        }

        Assert.Equal(50_000, index);
    }

    /// <summary>
    /// CPU times are of long blocking collections only: the log's step is 10 ms, and a cycle's CPU time is not its pauses'.
    /// </summary>
    [Fact]
    public void Timeline_CpuTimes_OnlyOfLongBlockingCollections()
    {
        var begun = Recorded.Begun();
        foreach (var (number, kind, pause) in new[]
        {
            (1, CollectionKind.Blocking, 9_000_000), (2, CollectionKind.Blocking, 60_000_000), (3, CollectionKind.Background, 70_000_000),
            (4, CollectionKind.Blocking, 10_000_000),
        })
        {
            var collection = begun.Begin(number);
            collection.Kind = kind;
            collection.StartNanoseconds = number * 1_000_000_000L;
            collection.CpuNanoseconds = 20_000_000 * number;
            begun.Pauses.Add(new Pause(number * 1_000_000_000L, pause, number - 1, "Pause Young"));
        }

        var process = WrittenPage.Of(Report.Create([begun.Build()])).Timeline.GetProperty("processes")[0];
        var cpu = process.GetProperty("collections").GetProperty("cpu");
        Assert.Equal("""{"collection":[1,2],"value":[40000,80000]}""", cpu.GetRawText());
    }

    /// <summary>A blocking collection inside a background one, which has two pauses; sizes and causes partly unknown.</summary>
    private static Recording Concurrent()
    {
        var recording = Recorded.Begun();
        recording.DurationNanoseconds = 9_000_000_000;
        recording.Clock = new Clock(JudgedRequests.Began, 1_000, "test");
        var collection = recording.Begin(17);
        collection.Generation = Generations.Gen2;
        collection.Kind = CollectionKind.Background;
        collection.Cause = Causes.Induced;
        collection.Induced = true;
        collection.StartNanoseconds = 1_000_400;
        collection.EndNanoseconds = 2_500_000_000;
        collection.HeapAfterBytes = 40_000_000;
        collection.PromotedBytes = 0;
        collection.WholeHeap = true;
        var second = recording.Begin(18);
        second.Generation = Generations.Gen0;
        second.Cause = Causes.Allocation;
        second.RuntimeCause = "AllocSmall";
        second.StartNanoseconds = 1_500_500;
        second.HeapBeforeBytes = 100_000_000;
        second.HeapAfterBytes = 50_000_000;
        second.PromotedBytes = 4096;
        second.AllocatedBytes = 60_000_000;
        recording.Pauses.Add(new Pause(1_000_400, 300_499, 0, "suspended"));
        recording.Pauses.Add(new Pause(1_500_500, 40_000, 1, "suspended"));
        recording.Pauses.Add(new Pause(2_001_500_000, 7_000, 0, "final mark"));
        recording.Pauses.Add(new Pause(Pause.NoTime, 1_000, 1, "suspended"));
        recording.Stops =
        [
            new Stop(1_000_000, 420_000, 90_000, "SuspendForGC", ForCollection: true),
            new Stop(4_000_000_000, 2_000_000, null, "SuspendForDebugger", ForCollection: false),
        ];
        recording.Allocations = new AllocationSamples(
            [
                new("System.Byte[]", AllocationHeap.Large, 5_000_000, 50, ["System.Buffers.Rent", "Shop.Cache.Fill", "Shop.Main"]),
                new(null, AllocationHeap.Small, 700, 1, ["Shop.Main"]),
            ],
            "test",
            true);
        recording.ProcessCounters =
        [
            new(
                "working set",
                "bytes",
                3,
                150e6,
                200e6,
                200e6,
                [new(1_000_400_000, 100e6), new(2_000_400_499, 150e6), new(3_000_000_000, 200e6)]),
            new("CPU", "percent", 1, 12.34567, 12.34567, 12.34567, [new(1_000_400_000, 12.34567)]),
            new("exceptions", "per second", 1, 0, 0, 0, [new(1_000_400_000, 0)]),
        ];
        return recording.Build();
    }

    /// <summary>Requests and a trace of the first process, whose clock is 250 ms ahead of theirs.</summary>
    private static Report WithRequests(Report report)
    {
        var zero = JudgedRequests.Zero - 250_000_000;
        var set = JudgedRequests.Set("otlp-json");
        set.Names.AddRange(["GET /", "POST /"]);
        set.Requests.Add(new Request(zero + 900_000, 100_000, 0, -1, -1));
        set.Requests.Add(new Request(zero + 1_400_000, 90_000_400, 1, -1, -1));
        set.Requests.Add(new Request(zero + 5_000_000, 80_000_000, -1, -1, -1));
        var trace = new ShownTrace(
            "000000000000000000000000000000ab", 0, zero + 1_400_000, zero + 91_400_000, 3,
            [
                new ShownSpan(0, 0, "POST /", "shop", zero + 1_400_000, 90_000_000, [new ShownHole(zero + 1_450_000, 80_000_000, 40_000)]),
                new ShownSpan(1, null, null, null, zero + 82_000_000, 2_000_000, [new ShownHole(zero + 82_000_000, 1_000_000, null)]),
            ],
            [new ShownPause(0, zero + 1_000_400, 300_499, Generations.Gen2), new ShownPause(0, zero + 1_500_500, 40_000, null)]);
        var clock = new ClockAlignment(true, -250_000_000, 0, zero, 1000, 0, 0, 0);
        var attribution = new RequestAttribution
        {
            Outcome = AttributionOutcome.Judged, Explanations = [], Count = 50, Excluded = 0, SlowThresholdNanoseconds = 50_000_000,
            Measured = LatencyDistribution.Compute(Array.Empty<long>(), 1),
            Processes = [new ProcessAttribution(0, 50, 0, clock, QueueModel.Assumed, 4, 0, 0)],
            Points = [new RequestPoints(0, 2, 48,
            [
                new RequestPoint(0, 0, zero + 900_000, 100_000, RequestFate.NotSlow),
                new RequestPoint(0, 1, zero + 1_400_000, 90_000_400, RequestFate.SlowBecauseOfGc),
                new RequestPoint(0, 2, zero + 5_000_000, 80_000_000, RequestFate.SlowWithoutPause),
            ])],
        };
        return report with { Requests = new RequestReport([set], attribution, [], []) { Traces = [trace] } };
    }

    private static Recording WithoutTimes()
    {
        var recording = Recorded.Begun();
        var collection = recording.Begin(0);
        collection.Cause = Causes.Allocation;
        recording.Pauses.Add(new Pause(Pause.NoTime, 2_000, 0, "collect"));
        return recording.Build();
    }
}
