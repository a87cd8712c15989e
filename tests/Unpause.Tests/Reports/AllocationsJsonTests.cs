using System.Text.Json;
using Unpause.Reports;
using Unpause.Tests.Readers.DotNet;
using Unpause.Tests.Reports.Html;

namespace Unpause.Tests.Reports;

public class AllocationsJsonTests
{
    [Fact]
    public void AllocationsJson_Sites_KeepTheContract()
    {
        using var output = new MemoryStream();
        new JsonReportWriter(events: false).Write(Report.Create([NettraceSample.Read("large-objects")]), output);
        var json = System.Text.Encoding.UTF8.GetString(output.ToArray());
        Assert.Equal("", ContractSchema.Faults(json));
        using var document = JsonDocument.Parse(json);
        var site = document.RootElement.GetProperty("processes")[0].GetProperty("allocations").GetProperty("sites")[0];
        Assert.Equal("System.Byte[]", site.GetProperty("type").GetString());
        Assert.True(site.GetProperty("large").GetBoolean());
        Assert.Equal("AllocatingProgram.Workload.Large", site.GetProperty("stack")[0].GetString());
        Assert.Equal(0, site.GetProperty("app_frame").GetInt32());
    }

    [Fact]
    public void AllocationsJson_Types_AddUpToTheTotal()
    {
        var allocations = Allocations(new JsonReportWriter());
        var types = allocations.GetProperty("by_type").EnumerateArray().ToList();
        var sites = allocations.GetProperty("sites").EnumerateArray().ToList();
        Assert.Equal(sites.Sum(site => site.GetProperty("bytes").GetInt64()), types.Sum(type => type.GetProperty("bytes").GetInt64()));
        Assert.Equal(allocations.GetProperty("bytes").GetInt64(), types.Sum(type => type.GetProperty("bytes").GetInt64()));
        Assert.Equal(
            sites.Where(site => site.GetProperty("large").GetBoolean()).Sum(site => site.GetProperty("bytes").GetInt64()),
            allocations.GetProperty("large_bytes").GetInt64());
        Assert.Empty(JsonDocument.Parse(WrittenPage.Of(Report.Create([NettraceSample.Read("large-objects")])).ReportJson).RootElement
            .GetProperty("processes")[0].GetProperty("allocations").GetProperty("sites").EnumerateArray());
    }

    private static JsonElement Allocations(JsonReportWriter writer)
    {
        using var output = new MemoryStream();
        writer.Write(Report.Create([NettraceSample.Read("large-objects")]), output);
        return JsonDocument.Parse(output.ToArray()).RootElement.GetProperty("processes")[0].GetProperty("allocations");
    }
}
