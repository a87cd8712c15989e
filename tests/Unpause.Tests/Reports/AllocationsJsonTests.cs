using System.Text.Json;
using Unpause.Reports;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Reports;

public class AllocationsJsonTests
{
    [Fact]
    public void SitesKeepTheContract()
    {
        using var output = new MemoryStream();
        new JsonReportWriter(events: false).Write(Report.Of([NettraceSample.Read("large-objects")]), output);
        var json = System.Text.Encoding.UTF8.GetString(output.ToArray());
        Assert.Equal("", ContractSchema.Faults(json));
        using var document = JsonDocument.Parse(json);
        var site = document.RootElement.GetProperty("processes")[0].GetProperty("allocations").GetProperty("sites")[0];
        Assert.Equal("System.Byte[]", site.GetProperty("type").GetString());
        Assert.True(site.GetProperty("large").GetBoolean());
        Assert.Equal("AllocatingProgram.Workload.Large", site.GetProperty("stack")[0].GetString());
    }
}
