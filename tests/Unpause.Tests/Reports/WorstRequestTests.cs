using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Tests.Reports;

/// <summary>What the longest requests are explained by.</summary>
public sealed class WorstRequestTests
{
    /// <summary>samples/dotnet/starved: handlers block the threads of a pool of one; the recording has its own requests.</summary>
    [Theory]
    [InlineData("starved", "pool", 7000, 7300)]
    [InlineData("calm", "own", 0, 0)]
    public void Worst_OfPool_IsExplainedByItsWaits(string sample, string part, double least, double most)
    {
        var report = Report.Create(Samples.Load("samples", "dotnet", sample + ".nettrace.gz"));
        var sets = RecordedRequestSets.From([.. report.Processes.Select(process => process.Recording)]);
        report = report with { Requests = RequestReport.Create(sets, report, new AttributionOptions(50_000_000), UnixTime.NowNanoseconds) };
        using var document = JsonDocument.Parse(new JsonReportWriter().Text(report));
        var worst = document.RootElement.GetProperty("requests").GetProperty("worst")[0];
        Assert.Equal(part, worst.GetProperty("dominating").GetString());
        Assert.InRange(worst.GetProperty("pool_wait_ms").GetDouble(), least, most);
    }
}
