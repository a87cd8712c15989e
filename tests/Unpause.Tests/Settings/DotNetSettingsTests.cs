using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Unpause.Analysis;
using Unpause.Analysis.Settings;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests.Diagnosis.DotNet;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Settings;

/// <summary>
/// Runs .NET with each setting and checks that the recording changes as the catalogue says, and that the runtime reports the values that it
/// read from the environment and from runtimeconfig.json.
/// </summary>
[Trait("Tier", "live")]
public class DotNetSettingsTests
{
    private const string Server = "DOTNET_gcServer=1", Fixed = "DOTNET_GCDynamicAdaptationMode=0", Small = "DOTNET_GCgen0size=0x100000";

    /// <summary>The settings tested below; <see cref="AdvisedSettingsTests"/> tests the others.</summary>
    private static readonly string[] Shown =
    [
        "GCMaxHeapCount", "GCHeapAffinitizeMask", "GCHeapAffinitizeRanges", "GCHeapHardLimitPercent", "GCHeapHardLimitSOH",
        "GCHeapHardLimitLOH", "GCHeapHardLimitPOH", "GCGen0MaxBudget", "GCName", "GCSettings.LatencyMode", "GC.TryStartNoGCRegion",
        "GC.Collect", "GC.RefreshMemoryLimit", "ThreadPool_ForceMinWorkerThreads",
    ];

    /// <summary>Names of settings in GC.GetConfigurationVariables, if they differ from the setting's name.</summary>
    private static readonly Dictionary<string, string> OwnWords = new()
    {
        ["gcServer"] = "ServerGC", ["gcConcurrent"] = "ConcurrentGC", ["GCHeapCount"] = "HeapCount", ["GCMaxHeapCount"] = "MaxHeapCount",
        ["GCNoAffinitize"] = "NoAffinitize", ["GCRetainVM"] = "RetainVM", ["GCConserveMemory"] = "GCConserveMem",
        ["GCLOHThreshold"] = "LOHThreshold", ["ThreadPool_ForceMinWorkerThreads"] = "MinThreads",
    };

    /// <summary>Settings that prevent the runtime from starting alone, or if the system lacks what they require.</summary>
    private static readonly string[] Apart =
        ["GCHeapHardLimitSOH", "GCHeapHardLimitLOH", "GCHeapHardLimitPOH", "GCLargePages", "GCName", "GCCpuGroup"];

    [Fact]
    public void Catalogue_EachSetting_IsTestedOrSaysWhyNot() => Assert.Equal(
        [],
        SettingCatalogue.Get(RuntimeNaming.DotNet).All.Where(setting => setting.Untried is null).Select(setting => setting.Name)
            .Except(Shown).Except(AdvisedSettingsTests.Shown));

    [Fact]
    public void Runtime_EachSetting_IsReadFromEnvironmentAndFile()
    {
        var given = SettingCatalogue.Get(RuntimeNaming.DotNet).All
            .Where(setting => setting.Example is not null && !Apart.Contains(setting.Name)).ToList();
        Dictionary<string, string> server = new() { ["DOTNET_gcServer"] = "1" };
        var without = Reported(server, null);
        var variables = given.ToDictionary(
            setting => setting.Variable!, setting => setting.With(setting.Example!).Split('=')[1], StringComparer.Ordinal);
        AssertTaken(given, without, Reported(variables, null));
        var file = given.Where(setting => setting.Property is not null).ToList();
        var properties = file.ToDictionary(setting => setting.Property!, setting => InFile(setting), StringComparer.Ordinal);
        AssertTaken(file, without, Reported([], properties));
        // A name that people search for, but that has no effect.
        var dead = Reported([], new() { ["System.GC.Gen0Size"] = 67108864 });
        Assert.Equal(Reported([], []), dead);
    }

    /// <summary>On Linux the mask has no effect (dotnet/coreclr#25963); the ranges do.</summary>
    [Fact]
    public void HeapAffinitize_OnLinux_OnlyRangesHaveAnEffect()
    {
        if (Environment.ProcessorCount < 2) return;
        var all = Heaps(Run("small 60 2", Server, Fixed, Small));
        Assert.NotEqual("1", all);
        Assert.Equal("1", Heaps(Run("small 60 2", Server, Fixed, Small, "DOTNET_GCHeapAffinitizeRanges=0-0")));
        Assert.Equal(all, Heaps(Run("small 60 2", Server, Fixed, Small, "DOTNET_GCHeapAffinitizeMask=0x1")));
    }

    /// <summary>DATAS decides itself when to use a second heap, so there are three attempts.</summary>
    [Fact]
    public void MaxHeapCount_Datas_IsNotExceeded()
    {
        Assert.Equal("1", Heaps(Run("mix 400 2", Server, "DOTNET_GCMaxHeapCount=0x1")));
        if (Environment.ProcessorCount < 2) return;
        Assert.Contains(Enumerable.Range(0, 3).Select(_ => Heaps(Run("mix 400 2", Server))), heaps => heaps != "1");
    }

    [Fact]
    public void HeapHardLimit_EachForm_IsReported()
    {
        var percent = Limit(Run("small 20 1", "DOTNET_GCHeapHardLimitPercent=0xA"));
        Assert.InRange(percent, 0.09 * MemoryBytes(), 0.11 * MemoryBytes());
        Assert.Equal(272629760, Limit(Run(
            "small 20 1", "DOTNET_GCHeapHardLimitSOH=0xA000000", "DOTNET_GCHeapHardLimitLOH=0x5000000",
            "DOTNET_GCHeapHardLimitPOH=0x1400000")));
        Assert.Equal(200_000_000, Limit(Run("small 20 1", "GIVEN_MEMORY_LIMIT=200000000")));
        Assert.Equal(0, Limit(Run("small 20 1")));
    }

    [Fact]
    public void Gen0MaxBudget_Smaller_CausesMoreCollections()
    {
        var without = Run("small 200 1", AdvisedSettingsTests.LargeCache).Collections.Count;
        var with = Run("small 200 1", AdvisedSettingsTests.LargeCache, "DOTNET_GCGen0MaxBudget=0x200000");
        Assert.True(with.Collections.Count > 3 * without, $"{with.Collections.Count} and {without}");
        Assert.Equal("2097152", with.Source.Settings["gen0 maximum budget"]);
    }

    /// <summary>Regions keep free regions committed; segments don't.</summary>
    [Fact]
    public void GCName_Segments_AreLoaded()
    {
        Assert.True(CommittedFree(Run("small 200 1")) > 0);
        Assert.Equal(0, CommittedFree(Run("small 200 1", "DOTNET_GCName=libclrgc.so")));
    }

    [Fact]
    public void LatencyMode_Batch_HasNoBackgroundCollections()
    {
        Assert.Contains(Run("large 150 1 200000").Collections, IsBackground);
        Assert.DoesNotContain(Run("large 150 1 200000", "GIVEN_LATENCY_MODE=Batch").Collections, IsBackground);
    }

    [Fact]
    public void Calls_InCode_AreRecorded()
    {
        Assert.Contains(Run("induced 40 1 20000").Collections, collection => collection.Induced);
        // The runtime counts the start of a no-GC region as a collection, and reports its size.
        var regions = RecordedProgram.Run("region 20 1 20000");
        Assert.True(regions.CollectionCounts.Gen0 >= 20, $"{regions.CollectionCounts}");
    }

    private static void AssertTaken(
        IEnumerable<Setting> settings, Dictionary<string, string> without, Dictionary<string, string> with)
    {
        foreach (var setting in settings)
        {
            // No list of the runtime has gen0size; a recording shows its effect.
            if (!with.TryGetValue(OwnWords.GetValueOrDefault(setting.Name, setting.Name), out var reported)) continue;
            var expected = setting.Type == "switch" ? setting.Example == "1" ? "True" : "False" : setting.Example;
            Assert.True(expected == reported, $"{setting.Name}: {reported}, not {expected}");
            // The value must differ from the default, or the test shows nothing.
            var ordinary = without[OwnWords.GetValueOrDefault(setting.Name, setting.Name)];
            Assert.True(setting.Name == "gcServer" || reported != ordinary, $"{setting.Name} is {reported} anyway");
        }
    }

    private static object InFile(Setting setting) => setting.Type switch
    {
        "switch" => setting.Example == "1",
        "text" => setting.Example!,
        _ => long.Parse(setting.Example!, CultureInfo.InvariantCulture),
    };

    /// <summary>The GC settings that the runtime reports, started with variables and with properties.</summary>
    private static Dictionary<string, string> Reported(Dictionary<string, string> variables, Dictionary<string, object>? properties)
    {
        var program = RecordedProgram.Program;
        var folder = Directory.CreateTempSubdirectory("unpause-test-");
        var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, UseShellExecute = false };
        if (properties is not null)
        {
            using var own = JsonDocument.Parse(File.ReadAllText(Path.ChangeExtension(program, ".runtimeconfig.json")));
            var framework = own.RootElement.GetProperty("runtimeOptions").GetProperty("framework");
            var file = Path.Combine(folder.FullName, "given.runtimeconfig.json");
            File.WriteAllText(file, JsonSerializer.Serialize(new
            {
                runtimeOptions = new { tfm = "net10.0", framework, configProperties = properties },
            }));
            foreach (var word in new[] { "exec", "--runtimeconfig", file }) start.ArgumentList.Add(word);
        }

        start.ArgumentList.Add(program);
        start.ArgumentList.Add("settings");
        foreach (var (name, value) in variables) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var printed = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        folder.Delete(recursive: true);
        Assert.Equal(0, process.ExitCode);
        return printed.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
    }

    private static Recording Run(string program, params string[] environment) => RecordedProgram.Run(program, environment).Recording;

    private static string? Heaps(Recording recording) => recording.Source.Settings.GetValueOrDefault("heaps");

    private static long Limit(Recording recording) => long.Parse(
        recording.Source.Settings.GetValueOrDefault(DotNetSettingNames.HardLimit, "0"), CultureInfo.InvariantCulture);

    private static long MemoryBytes() => GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    private static long CommittedFree(Recording recording) =>
        AnalysedProcess.From(recording).Summary.Collector!.CommittedFreeLastBytes ?? 0;

    private static bool IsBackground(Collection collection) => collection.Kind == CollectionKind.Background;
}
