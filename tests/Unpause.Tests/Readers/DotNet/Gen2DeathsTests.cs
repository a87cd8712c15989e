using System.Text.Json;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Recordings.Allocations;
using Unpause.Reports;
using Unpause.Tests.Diagnosis.DotNet;
using Unpause.Tests.Reports.Html;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>
/// What dies in gen2 and who allocated it, against a program whose objects have known fates: entries of a cache and documents
/// die there; answers die young; settings stay.
/// </summary>
[Trait("Tier", "live")]
public class Gen2DeathsTests
{
    private const int Length = 60_000;
    private const int EntryBytes = 1_024;
    private const string Ticks = "Microsoft-Windows-DotNETRuntime:0x400001:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";
    private const string Samples = "Microsoft-Windows-DotNETRuntime:0x80000400001:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";

    [Theory]
    [InlineData(2500, 1, Ticks, "DOTNET_gcConcurrent=1")]
    [InlineData(2500, 1, Samples, "DOTNET_gcConcurrent=1")]
    [InlineData(2500, 1, Ticks, "DOTNET_gcConcurrent=0")]
    [InlineData(1500, 2, Ticks, "DOTNET_gcServer=1")]
    [InlineData(3000, 2, Ticks, "DOTNET_gcServer=1", "DOTNET_GCDynamicAdaptationMode=0", "DOTNET_gcConcurrent=0")]
    public void Gen2Deaths_KnownProgram_NamesOnlyDyingSites(int rounds, int threads, string providers, params string[] environment)
    {
        var run = RecordedProgram.Run($"cache {rounds} {threads} {Length}", [.. environment, "DOTNET_EventPipeConfig=" + providers]);
        var deaths = run.Recording.Gen2Deaths;
        Assert.NotNull(deaths);
        var entries = Bytes(deaths, "SessionCache.Remember", AllocationHeap.Small);
        var evicted = threads * ((rounds * 200L) - Length) * EntryBytes;
        // What is left out was still undecided at the end, or was lost sight of; a sample stands for about 100 KB. The cache of a
        // thread that ends before the other dies as a whole.
        Assert.InRange(entries, (long)(evicted * 0.25) - deaths.LostBytes, (long)((evicted + (threads * (long)Length * EntryBytes)) * 1.1));
        var dropped = threads * ((rounds / 4) - 5L) * 400_000;
        Assert.InRange(Bytes(deaths, "SessionCache.Load", AllocationHeap.Large), (long)(dropped * 0.25), (long)(dropped * 1.1));
        Assert.Contains("SessionCache.Remember", deaths.Sites[0].Stack[0] + deaths.Sites[1].Stack[0], StringComparison.Ordinal);
        Assert.InRange(Bytes(deaths, "SessionCache.Answer", AllocationHeap.Small), 0, deaths.DiedBytes / 100);
        Assert.Equal(0, Bytes(deaths, "SessionCache.Configure", AllocationHeap.Small));
        Assert.InRange(deaths.Collections, 1, run.CollectionCounts.Gen2);
        Assert.InRange(deaths.PromotedBytes, entries, deaths.FollowedBytes);
    }

    /// <summary>One estimate covers large objects only, the other follows objects; both name their basis.</summary>
    [Fact]
    public void Gen2Deaths_BothMethods_NameTheirBasis()
    {
        var recording = RecordedProgram.Run($"cache 1500 1 {Length}", "DOTNET_EventPipeConfig=" + Ticks).Recording;
        Assert.Contains("large-object allocation ticks", recording.LargeObjectDeaths!.Basis, StringComparison.Ordinal);
        Assert.Contains("followed by address", recording.Gen2Deaths!.Basis, StringComparison.Ordinal);
        var large = recording.Gen2Deaths.Sites.Where(site => site.Heap == AllocationHeap.Large).Sum(site => site.Bytes);
        // Large objects each have a tick, so that the two agree but for the last collection's edge.
        Assert.InRange(large, recording.LargeObjectDeaths.DiedBytes * 0.7, recording.LargeObjectDeaths.DiedBytes * 1.1);
    }

    [Fact]
    public void Gen2Deaths_Rule_NamesTheAllocationSite()
    {
        var run = RecordedProgram.Run(
            $"cache 4000 1 {Length}", "DOTNET_gcConcurrent=0", "DOTNET_GCgen0size=0x400000", "DOTNET_EventPipeConfig=" + Ticks);
        var finding = Findings.Of(new Gen2Traffic(), AnalysedProcess.From(run.Recording));
        Assert.NotNull(finding);
        var place = Assert.Single(finding.Evidence, evidence => evidence.Text.StartsWith(
            "died in gen2, tracked by address: System.Byte[] from AllocatingProgram.SessionCache.Remember", StringComparison.Ordinal));
        Assert.Equal(Bytes(run.Recording.Gen2Deaths!, "SessionCache.Remember", AllocationHeap.Small), place.Value!.Value, 2e6);
        Assert.DoesNotContain(finding.Evidence, evidence => evidence.Text.Contains("SessionCache.Answer", StringComparison.Ordinal));
        using var page = JsonDocument.Parse(WrittenPage.Of(Report.Create([run.Recording])).ReportJson);
        var shown = page.RootElement.GetProperty("processes")[0].GetProperty("allocations").GetProperty("gen2_deaths").GetProperty("sites");
        Assert.Contains(
            shown.EnumerateArray(), site => site.GetProperty("stack")[0].GetString() == "AllocatingProgram.SessionCache.Remember");
    }

    [Fact]
    public void Gen2Deaths_NoSurvivorRanges_IsNull()
    {
        Assert.Null(NettraceSample.Read("large-objects").Gen2Deaths);
        Assert.Null(
            RecordedProgram.Run("large 300 1", "DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x400001:4").Recording.Gen2Deaths);
    }

    private static long Bytes(Gen2Deaths deaths, string method, AllocationHeap heap) => deaths.Sites
        .Where(site => site.Heap == heap && site.Stack.Count > 0 && site.Stack[0].EndsWith(method, StringComparison.Ordinal)).Sum(
            site => site.Bytes);
}
