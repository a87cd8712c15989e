using System.Globalization;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Prometheus;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>A server that answers other things than Prometheus does.</summary>
public class PrometheusStoreHostileTests
{
    private const long Start = 1_700_000_000 / 3600 * 3600;

    private static readonly FleetSelection SixHours = new()
    {
        From = DateTimeOffset.FromUnixTimeSeconds(Start), To = DateTimeOffset.FromUnixTimeSeconds(Start + (6 * 3600)),
    };

    /// <summary>An answer to everything: labels and value; AT is a time.</summary>
    public static TheoryData<string> Odd { get; } =
    [
        """{"metric":{},"value":[AT,"1"],"histogram":[AT,{"count":"1","sum":"1","buckets":[[0,"1","2","1"]]}]}""",
        """{"metric":{"service":"a"},"values":[[AT,"NaN"],[AT,"1"],[AT,"-5"]]}""",
        """{"metric":{"service":"a"},"value":[AT,"5"]},{"metric":{"service":"a"},"value":[AT,"7"]}""",
        """{"metric":{"service":"a","le":"x"},"value":[AT,"5"]},{"metric":{"service":"a","le":"+Inf"},"value":[AT,"7"]}""",
        """{"metric":{"service":"a"},"histogram":[AT,{"count":"1e300","sum":"-1e300","buckets":[[0,"-Inf","+Inf","1e300"]]}]}""",
        """{"metric":{"service":"a"},"histogram":[AT,{"count":"3","buckets":[[0,"2","4","1"],[0,"1","2","1"],[0,"1","2","1"]]}]}""",
        """{"metric":{"service":"a","finding":"x"},"value":[AT,"1e308"]}""",
        """{"metric":{"service":"a","alertname":"Unpause\u001b[31m","condition":"x"},"value":[AT,"1e18"]}""",
    ];

    [Theory]
    [MemberData(nameof(Odd))]
    public async Task Answers_OfOtherForms_DoNotThrow(string series)
    {
        using var server = new FakePrometheus(asked =>
            FakePrometheus.Series(series.Replace("AT", TimeOf(asked), StringComparison.Ordinal)));
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        var token = TestContext.Current.CancellationToken;
        await store.CoverageAsync(SixHours, token);
        foreach (var slice in await store.SlicesAsync(SixHours, token))
        {
            Assert.True(slice.Stops.Count >= 0 && slice.CoveredSeconds >= 0);
            Assert.False(double.IsNaN(slice.Stops.SumSeconds) || double.IsNaN(slice.Stops.MaxSeconds));
        }

        await store.CausesAsync(SixHours, token);
        await store.ProcessesAsync(SixHours, token);
        await store.AlertsAsync(SixHours, token);
    }

    [Fact]
    public async Task Ranges_ThatAreTooMuch_AreAskedForInParts()
    {
        using var server = new FakePrometheus(asked =>
        {
            if (asked.IsRange && Number(asked, "step") == 3600 && Number(asked, "end") - Number(asked, "start") > 2 * 3600)
                return new Answered(422, """{"status":"error","errorType":"execution","error":"too many samples"}""");
            if (!asked.Query.Contains("unpause_stop_seconds{", StringComparison.Ordinal)) return Points(asked, at =>
                $"[{at},\"1\"]", "values");
            return asked.Query.StartsWith("resets", StringComparison.Ordinal)
                ? Points(asked, at => $"[{at},\"0\"]", "values")
                : Points(asked, at => Histogram(at, (at - Start) / 3600), "histograms");
        });
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        var slices = await store.SlicesAsync(SixHours, TestContext.Current.CancellationToken);
        Assert.Equal(Enumerable.Repeat(1L, 6), slices.OrderBy(slice => slice.Hour).Select(slice => slice.Stops.Count));

        static string Histogram(long at, long count) => count == 0
            ? $$"""[{{at}},{"count":"0","sum":"0"}]"""
                : $$"""[{{at}},{"count":"{{count}}","sum":"{{count}}","buckets":[[0,"0.99","1.01","{{count}}"]]}]""";
    }

    [Fact]
    public async Task OneHour_ThatIsTooMuch_IsTheUsersMistake()
    {
        using var server = new FakePrometheus(_ =>
            new Answered(422, """{"status":"error","errorType":"execution","error":"too many samples"}"""));
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => store.SlicesAsync(SixHours, TestContext.Current.CancellationToken));
        Assert.Contains("--where", mistake.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(400, "parse error: unknown function with name \\\"histogram_count\\\"")]
    [InlineData(422, "unsupported function \\\"histogram_count\\\"")]
    public async Task Server_WithoutNativeHistograms_AnswersFromClassicOnes(int code, string error)
    {
        using var server = new FakePrometheus(asked =>
        {
            if (asked.Query.Contains("histogram_count", StringComparison.Ordinal))
                return new Answered(code, $$"""{"status":"error","errorType":"x","error":"{{error}}"}""");
            if (asked.Query.StartsWith("resets", StringComparison.Ordinal)) return Points(asked, at => $"[{at},\"0\"]", "values");
            if (!asked.Query.Contains("_bucket", StringComparison.Ordinal)) return Points(asked, at =>
                $"[{at},\"{(at - Start) / 3600}\"]", "values");
            return FakePrometheus.Series(
                Series(asked, at => $"[{at},\"{(at - Start) / 3600}\"]", "values", ",\"le\":\"+Inf\""),
                Series(asked, at => $"[{at},\"{(at - Start) / 3600}\"]", "values", ",\"le\":\"2\""),
                Series(asked, at => $"[{at},\"0\"]", "values", ",\"le\":\"1\""));
        });
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        var slices = await store.SlicesAsync(SixHours, TestContext.Current.CancellationToken);
        Assert.Equal((6, 6.0), (slices.Sum(slice => slice.Stops.Count), slices.Sum(slice => slice.Stops.SumSeconds)));
        Assert.All(slices, slice => Assert.Equal(1, slice.Stops.MaxSeconds, 9));
    }

    [Fact]
    public async Task Selection_WithPromQl_StaysAText()
    {
        using var server = new FakePrometheus(asked => asked.Query.Contains("unpause_stop_seconds", StringComparison.Ordinal)
            ? FakePrometheus.Series() : Points(asked, at => $"[{at},\"1\"]", "values"));
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        await store.CausesAsync(SixHours with { Service = "a\"} or x{y=\"\\\n" }, TestContext.Current.CancellationToken);
        var asked = server.All.Where(one => one.Query.Contains("service", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(asked);
        Assert.All(asked, one => Assert.Contains("service=\"a\\\"} or x{y=\\\"\\\\\\u000a\"", one.Query, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(5, -5)]
    [InlineData(-10_000, 0)]
    public async Task Selection_OfNoOrTooMuchTime_IsTheUsersMistake(int from, int to)
    {
        using var server = new FakePrometheus(_ => FakePrometheus.Series());
        await using var store = new PrometheusStore(server.Address, null, SixHours.To!.Value);
        var selection = new FleetSelection { From = SixHours.To!.Value.AddHours(from), To = SixHours.To!.Value.AddHours(to) };
        await Assert.ThrowsAsync<UserMistake>(() => store.SlicesAsync(selection, TestContext.Current.CancellationToken));
    }

    private static Answered Points(Asked asked, Func<long, string> point, string name) =>
        FakePrometheus.Series(Series(asked, point, name, ""));

    private static string Series(Asked asked, Func<long, string> point, string name, string labels)
    {
        var times = asked.IsRange
            ? Enumerable.Range(0, 12_000).Select(i => Number(asked, "start") + (i * Number(asked, "step")))
                .TakeWhile(at => at <= Number(asked, "end"))
            : [Number(asked, "time")];
        return $$"""{"metric":{"service":"a","instance":"i"{{labels}}},"{{name}}":[{{string.Join(',', times.Select(point))}}]}""";
    }

    private static string TimeOf(Asked asked) => asked.Form[asked.IsRange ? "end" : "time"];

    private static long Number(Asked asked, string name) => long.Parse(asked.Form[name], CultureInfo.InvariantCulture);
}
