using Unpause.Analysis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class OversizedServerGcTests
{
    [Fact]
    public void Check_SmallLimitPerHeap_Fires()
    {
        var finding = Findings.Of(new OversizedServerGc(), "small-container");
        Assert.NotNull(finding);
        Assert.Equal((2.0, 96.0 * (1 << 20)), (Findings.Value(finding, "max_heaps"), Findings.Value(finding, "heap_limit_bytes")));
        Assert.Equal("<ServerGarbageCollection>false</ServerGarbageCollection>", finding.Advice[0].Setting);
        Assert.Equal("DOTNET_GCHeapHardLimit=0x10000000", finding.Advice[1].Setting);
    }

    [Fact]
    public void Check_MoreHeapsThanProcessors_Fires()
    {
        // .NET 10 never creates more heaps than the processors available at start, so the test changes the recorded count.
        var bytes = NettraceSample.Bytes("server");
        bytes[bytes.AsSpan().IndexOf("Trace\u0006"u8) + 6 + 40] = 1;
        var process = AnalysedProcess.From(Assert.Single(NettraceSample.ReadBytes(bytes).Recordings));
        var finding = Findings.Of(new OversizedServerGc(), process);
        Assert.NotNull(finding);
        Assert.Equal((2.0, 1.0), (Findings.Value(finding, "max_heaps"), Findings.Value(finding, "processors")));
        Assert.StartsWith("DOTNET_GCHeapCount=0x1 ", finding.Advice[0].Setting, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("server")]
    [InlineData("hard-limit")]
    [InlineData("datas-off")]
    public void Check_LargeLimitOrOneHeap_IsSilent(string sample) => Assert.Null(Findings.Of(new OversizedServerGc(), sample));
}
