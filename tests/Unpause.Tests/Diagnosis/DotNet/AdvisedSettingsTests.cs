using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

/// <summary>
/// Runs .NET with each setting that a rule advises, and checks that the recording changes as the advice says. Values in the environment
/// are hexadecimal.
/// </summary>
[Trait("Tier", "live")]
public class AdvisedSettingsTests
{
    private const string Concurrent = "DOTNET_gcConcurrent";
    private const string Server = "DOTNET_gcServer=1";

    /// <summary>
    /// Without it the gen0 budget follows the size of the processor's cache, which some virtual machines report too small.
    /// </summary>
    internal const string LargeCache = "DOTNET_GCgen0size=0x2000000";

    /// <summary>Settings covered by the tests below. Settings of the project file are tested by their environment variables.</summary>
    internal static readonly string[] Shown =
    [
        "GCgen0size", "GCDynamicAdaptationMode", "GCLOHThreshold", "GCHeapHardLimit", "GCHighMemPercent", "GCConserveMemory",
        "UOHWaitBGCSizeIncPercent", "GCHeapCount", "GCNoAffinitize", "ConcurrentGarbageCollection", "ServerGarbageCollection",
        "gcConcurrent", "gcServer",
        // Measured by hand: 40 requests that block for 100 ms each take 7.4 s without and 0.10 s with it (median).
        "ThreadPool_ForceMinWorkerThreads",
        // Used by the recorder itself.
        "EventPipeConfig",
    ];

    /// <summary>Each advised setting must have a test below.</summary>
    [Fact]
    public void AdvisedSettings_OfAllSamples_AreTriedHere()
    {
        foreach (var sample in Directory.GetFiles(RepositoryFolder.File("samples", "dotnet"), "*.nettrace.gz"))
        {
            var found = Diagnoses.Run([AnalysedProcess.From(NettraceSample.ReadFile(sample))]).Findings;
            foreach (var setting in found.SelectMany(finding => finding.Finding.Advice).Select(advice => advice.Setting).OfType<string>())
            {
                foreach (Match name in Regex.Matches(setting, @"DOTNET_(?<name>\w+)=|<(?<name>\w+)>"))
                {
                    Assert.Contains(name.Groups["name"].Value, Shown);
                }
            }
        }
    }

    /// <summary>The default follows the size of the processor's cache, and may be as large: 4 MiB are compared with 64.</summary>
    [Theory]
    [InlineData("small 400 1", "")]
    [InlineData("small 400 2", Server)]
    public void Gen0Size_Larger_MakesFewerCollections(string program, string collector)
    {
        var without = Run(program, collector, "DOTNET_GCgen0size=0x400000");
        var with = Run(program, collector, "DOTNET_GCgen0size=0x4000000");
        Assert.True(with.Collections.Count * 3 < without.Collections.Count, $"{with.Collections.Count} of {without.Collections.Count}");
    }

    /// <summary>
    /// Without DATAS the gen0 budget follows the processor's cache, as with workstation GC, whose number of collections shows the cache
    /// size: with a small cache there are half as many, not a fifth. Both run without an explicit budget, which would make most of the
    /// difference.
    /// </summary>
    [Fact]
    public void Datas_SwitchedOff_MakesFarFewerCollections()
    {
        var without = Run("small 400 2", Server);
        var with = Run("small 400 2", Server, "DOTNET_GCDynamicAdaptationMode=0");
        var isCacheLarge = Run("small 200 1").Collections.Count < 20;
        var (few, many) = (with.Collections.Count, without.Collections.Count);
        Assert.True(few * (isCacheLarge ? 5 : 1) < many, $"{few} of {many}, the cache is {(isCacheLarge ? "large" : "small")}");
        Assert.Equal("1", without.Source.Settings[DotNetSettingNames.Adapts]);
        Assert.False(with.Source.Settings.ContainsKey(DotNetSettingNames.Adapts));
    }

    /// <summary>Whether gen2 runs in the background, and so how often it runs, depends on the machine: background GC is off here.</summary>
    [Fact]
    public void LohThreshold_AboveAllSizes_EndsGen2Collections()
    {
        const string Program = "sized 500 1 20000", Off = Concurrent + "=0";
        var without = Gen2(Run(Program, LargeCache, Off));
        Assert.True(without >= 20, $"{without}");
        Assert.True(Gen2(Run(Program, LargeCache, Off, "DOTNET_GCLOHThreshold=0x20000")) * 2 > without);
        var with = Run(Program, LargeCache, Off, "DOTNET_GCLOHThreshold=0x80000");
        Assert.Equal(0, Gen2(with));
        Assert.Equal("524288", with.Source.Settings[DotNetSettingNames.LargeThreshold]);
    }

    [Fact]
    public void ConcurrentGc_On_RunsGen2InTheBackground()
    {
        Assert.DoesNotContain(Run("large 150 1 200000", Concurrent + "=0").Collections, IsBackground);
        Assert.Contains(Run("large 150 1 200000", Concurrent + "=1").Collections, IsBackground);
    }

    /// <summary>
    /// A heap that grows to two thirds of the low limit: 15 collections and 7, with budgets of gen0 from 6 MiB to 64 MiB. Whether gen2 runs
    /// in the background depends on the machine, so background GC is off here.
    /// </summary>
    [Fact]
    public void HeapHardLimit_Higher_MakesFewerCollections()
    {
        const string Program = "leak 1000 1", Off = Concurrent + "=0";
        var low = Run(Program, LargeCache, Off, "DOTNET_GCHeapHardLimit=0x5000000");
        var high = Run(Program, LargeCache, Off, "DOTNET_GCHeapHardLimit=0xA000000");
        Assert.True(high.Collections.Count < low.Collections.Count, $"{high.Collections.Count} of {low.Collections.Count}");
        Assert.Equal("83886080", low.Source.Settings[DotNetSettingNames.HardLimit]);
    }

    [Fact]
    public void HighMemPercent_Set_IsTheOneInForce() =>
        Assert.Equal("95", Run("small 50 1", "DOTNET_GCHighMemPercent=0x5F").Source.Settings[DotNetSettingNames.HighMemory]);

    /// <summary>
    /// Only a blocking collection compacts. Whether gen2 runs in the background depends on the machine, so background GC is off here.
    /// </summary>
    [Fact]
    public void ConserveMemory_Set_Compacts()
    {
        var without = Compacting(Run("holes 12 1", Concurrent + "=0"));
        var with = Compacting(Run("holes 12 1", Concurrent + "=0", "DOTNET_GCConserveMemory=0x5"));
        Assert.True(with > without, $"{with} and {without} compacting collections of gen2");
    }

    [Fact]
    public void WaitIncreasePercent_Higher_MakesFewerWaits()
    {
        var few = Run("large 300 2 300000", "DOTNET_UOHWaitBGCSizeIncPercent=0x190");
        var many = Run("large 300 2 300000", "DOTNET_UOHWaitBGCSizeIncPercent=0x5");
        Assert.True(few.Stalls.Count < many.Stalls.Count, $"{few.Stalls.Count} of {many.Stalls.Count}");
    }

    [Fact]
    public void HeapCount_Set_IsTheNumberOfHeaps()
    {
        var recording = Run("small 300 2", Server, "DOTNET_GCHeapCount=0x1", "DOTNET_GCNoAffinitize=0x1");
        Assert.Equal("1", recording.Source.Settings["heaps"]);
        Assert.Equal("1", recording.Source.Settings["GCNoAffinitize"]);
        Assert.False(recording.Source.Settings.ContainsKey(DotNetSettingNames.Adapts));
    }

    [Fact]
    public void GcServer_Set_ChoosesTheCollector()
    {
        Assert.Equal(DotNetCollectors.Workstation, Run("small 50 1", "DOTNET_gcServer=0").Source.Collector);
        if (Environment.ProcessorCount > 1) Assert.Equal(DotNetCollectors.Server, Run("small 50 1", Server).Source.Collector);
    }

    private static bool IsBackground(Collection collection) => collection.Kind == CollectionKind.Background;

    private static int Gen2(Recording recording) => recording.Collections.Count(collection => collection.Generation == Generations.Gen2);

    private static long Compacting(Recording recording) => AnalysedProcess.From(recording).Summary.Collections.ByKind
        .Where(kind => kind.Generation == Generations.Gen2).Sum(kind => kind.Compacting ?? 0);

    private static Recording Run(string program, params string[] environment) =>
        RecordedProgram.Run(program, [.. environment.Where(setting => setting.Length > 0)]).Recording;
}
