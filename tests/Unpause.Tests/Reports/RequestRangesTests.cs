using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Reports;

/// <summary>
/// The numbers of one report do not contradict each other, in all outputs: each estimate is inside its range, the blamed requests and the
/// slow ones that remain add up, and a percentile is above the threshold where more requests than that are slow, and only there.
/// </summary>
public sealed class RequestRangesTests
{
    private static readonly (string Name, double Percent)[] Percentiles =
        [("p50_ms", 50), ("p90_ms", 90), ("p99_ms", 99), ("p999_ms", 99.9), ("max_ms", 100)];

    [Theory]
    [InlineData(20, 1, 0.3, 150)]
    [InlineData(50, 2, 0.5, 400)]
    [InlineData(100, 3, 0.8, 150)]
    [InlineData(100, 4, 0.1, 80)]
    [InlineData(200, 5, 0.6, 300)]
    [InlineData(500, 6, 0.9, 600)]
    public void Ranges_OfSimulatedServices_AgreeWithEachOther(long slowMilliseconds, int seed, double load, double pauseMilliseconds)
    {
        foreach (var workers in new[] { 1, 4, 64 })
        {
            var service = SimulatedService.Random(seed, workers, load, bursts: seed % 2 == 0, count: 3000, pauseMs: pauseMilliseconds);
            Check([service.ToRecording()], [service.ToRequestSet()], slowMilliseconds);
        }
    }

    [CorpusTheory("repro", "requests")]
    [InlineData("a.log.gz", "a.csv.gz")]
    [InlineData("b.log.gz", "b.csv.gz")]
    [InlineData("c.log.gz", "c.jsonl.gz")]
    [InlineData("m7.log.gz", "m7.csv.gz")]
    [InlineData("m32.log.gz", "m32.csv.gz")]
    [InlineData("mis.log.gz", "mis-end.csv.gz")]
    [InlineData("jh-none.log.gz", "jh-none.csv.gz")]
    public void Ranges_OfReportedLogs_AgreeWithEachOther(string log, string requests)
    {
        var recordings = RuntimeTable.Default.Load([Input(log)]).Recordings;
        var loaded = new RequestLoader(RequestOptions.Default).Load([Input(requests)]);
        foreach (var slow in new[] { 20L, 50, 100, 300 }) Check(recordings, loaded.Sets, slow);
    }

    private static RecordingInput Input(string name) => RecordingInput.File(RepositoryFolder.SharedFile("repro", "requests", name));

    private static void Check(IReadOnlyList<Recording> recordings, IReadOnlyList<RequestSet> sets, long slowMilliseconds)
    {
        var report = JudgedRequests.Of(recordings, slowMilliseconds, [.. sets]);
        using var document = JsonDocument.Parse(new JsonReportWriter().Text(report));
        var requests = document.RootElement.GetProperty("requests");
        var count = requests.GetProperty("count").GetInt64();
        var slow = requests.GetProperty("slow").GetInt64();
        CheckPercentiles(requests, slowMilliseconds, "as measured", exact: true);
        if (requests.GetProperty("without_gc") is not { ValueKind: JsonValueKind.Object } without) return;
        CheckPercentiles(without, slowMilliseconds, "without GC", exact: false);
        if (!without.TryGetProperty("low", out var low) || low.ValueKind != JsonValueKind.Object) return;
        var high = without.GetProperty("high");
        CheckPercentiles(low, slowMilliseconds, "at least", exact: false);
        CheckPercentiles(high, slowMilliseconds, "at most", exact: false);
        foreach (var (name, _) in Percentiles)
        {
            if (Number(without, name) is not { } best) continue;
            AssertOrder(Number(low, name), best, Number(high, name), $"{name} at {slowMilliseconds} ms");
            Assert.True(best <= Number(requests, name) + 0.001, $"{name}: {best} without GC, {Number(requests, name)} with it");
        }

        AssertOrder(
            Number(low, "slow_percent"), Number(without, "slow_percent"), Number(high, "slow_percent"), $"slow at {slowMilliseconds} ms");
        if (Number(requests, "slow_because_of_gc") is not { } blamed) return;
        var (least, most) = (Number(requests, "slow_because_of_gc_low"), Number(requests, "slow_because_of_gc_high"));
        AssertOrder(least, blamed, most, $"blamed at {slowMilliseconds} ms");
        Assert.InRange(blamed, 0, slow);
        // What is not blamed stays slow: half a request is rounding.
        AssertNear((slow - blamed) * 100 / count, Number(without, "slow_percent"), 50.0 / count, $"blamed {blamed} of {slow} of {count}");
        if (least is not null) AssertNear((slow - least.Value) * 100 / count, Number(high, "slow_percent"), 50.0 / count, $"least {least}");
        if (most is not null) AssertNear((slow - most.Value) * 100 / count, Number(low, "slow_percent"), 50.0 / count, $"most {most}");
    }

    private static void CheckPercentiles(JsonElement row, long threshold, string what, bool exact)
    {
        if (Number(row, "slow_percent") is not { } slow) return;
        double last = 0;
        foreach (var (name, percent) in Percentiles)
        {
            if (Number(row, name) is not { } value) continue;
            Assert.True(value >= last, $"{what}: {name} is {value}, less than the percentile below it");
            last = value;
            var isSlow = slow > 100 - percent + 0.001;
            var tolerance = exact ? 0.001 : threshold * 0.01;
            if (isSlow) Assert.True(value > threshold - tolerance, $"{what}: {slow} % are slow, {name} is {value} of {threshold} ms");
            else if (slow < 100 - percent - 0.001 || percent == 100)
                Assert.True(value <= threshold + tolerance, $"{what}: only {slow} % are slow, {name} is {value} of {threshold} ms");
        }
    }

    private static void AssertOrder(double? low, double? best, double? high, string what) =>
        Assert.True(!(low > best + 0.001) && !(best > high + 0.001), $"{what}: {low} .. {best} .. {high}");

    private static void AssertNear(double expected, double? value, double tolerance, string what) =>
        Assert.True(value is null || Math.Abs(expected - value.Value) <= tolerance + 0.0001, $"{what}: {expected} % and {value} %");

    private static double? Number(JsonElement parent, string name) =>
        parent.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number ? value.GetDouble() : null;
}
