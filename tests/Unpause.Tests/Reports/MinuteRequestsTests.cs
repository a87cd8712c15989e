using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Requests.Attribution;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Reports;

/// <summary>The requests of the worst minute.</summary>
public sealed class MinuteRequestsTests
{
    private const long Ms = SimulatedService.Ms, Minute = 60_000;

    /// <summary>
    /// A request a second for twelve minutes, each 0.2 s behind the full second. In the seventh minute ten pauses of 0.9 s begin at full
    /// seconds, and so delay ten requests by 0.7 s; in the third there is one.
    /// </summary>
    [Fact]
    public void Compose_SlowRequestsInTheWorstMinute_AreCountedAndSaid()
    {
        var service = new SimulatedService
        {
            Arrivals = [.. Enumerable.Range(0, 12 * 60).Select(second => ((second * 1000) + 200) * Ms)],
            Needs = [.. Enumerable.Repeat(10 * Ms, 12 * 60)],
            Pauses = [(2 * Minute * Ms, 900 * Ms), .. Enumerable.Range(0, 10).Select(i => (((6 * Minute) + (i * 4000)) * Ms, 900 * Ms))],
            Workers = 1,
        };
        var recording = SimulatedService.RecordingOf(service.Pauses, 12 * Minute * Ms);
        var report = Report.Create([recording]);
        var options = new AttributionOptions(100 * Ms);
        report = report with { Requests = RequestReport.Create([service.ToRequestSet()], report, options, UnixTime.NowNanoseconds) };
        using var document = JsonDocument.Parse(new JsonReportWriter().Text(report));
        var minute = document.RootElement.GetProperty("processes")[0].GetProperty("worst_minute");
        Assert.Equal(6 * Minute, minute.GetProperty("start_ms").GetDouble());
        var requests = minute.GetProperty("requests");
        Assert.Equal((60, 10), (requests.GetProperty("count").GetInt32(), requests.GetProperty("slow").GetInt32()));
        Assert.Equal(0.09, requests.GetProperty("usual_slow").GetDouble());
        var reasons = minute.GetProperty("why").EnumerateArray().Select(reason => reason.GetString()!);
        var why = reasons.Single(reason => reason.Contains("requests"));
        Assert.StartsWith("10 of 60", why);
        Assert.Contains("0.09", why);
    }

    [Fact]
    public void Compose_NoRequests_HasNone()
    {
        var recording = SimulatedService.RecordingOf([(2 * Minute * Ms, 900 * Ms)], 12 * Minute * Ms);
        using var document = JsonDocument.Parse(new JsonReportWriter().Text(Report.Create([recording])));
        var minute = document.RootElement.GetProperty("processes")[0].GetProperty("worst_minute");
        Assert.Equal(JsonValueKind.Null, minute.GetProperty("requests").ValueKind);
    }
}
