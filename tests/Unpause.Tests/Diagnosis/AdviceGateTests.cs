using System.Globalization;
using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Analysis.Settings;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Diagnosis;

/// <summary>Advice that doesn't apply to the recorded version, collector or current value is dropped.</summary>
public partial class AdviceGateTests
{
    private const string Same = "the same", BothOfHeaps = "DOTNET_GCHeapCount=0x2 DOTNET_GCNoAffinitize=1";

    public static TheoryData<string> Fixtures => [.. RuleFixture.All.Select(fixture => fixture.Firing).Distinct()];

    /// <summary>
    /// Each advised setting of each recording in which a rule fires is in the catalogue, is accepted by the version, and is not already in
    /// force. Checked against the settings of the recording, not with the code of the gate.
    /// </summary>
    [Theory]
    [MemberData(nameof(Fixtures))]
    public void Advice_AllFixtures_IsNotInForceOrTooNew(string file)
    {
        foreach (var process in Samples.Load(file.Split('/')).Select(AnalysedProcess.From))
        {
            var source = process.Recording.Source;
            var runtime = RuntimeNaming.Find(source.Runtime)!;
            foreach (var advice in Diagnoses.Run([process]).Findings.SelectMany(found => found.Finding.Advice))
            {
                // Removing flags is not a setting.
                if (advice.Setting?.StartsWith("remove ", StringComparison.Ordinal) == true) continue;
                foreach (var part in (advice.Setting ?? "").Split(' ').Where(IsSetting))
                {
                    var found = SettingName.Find(part);
                    Assert.True(found is not null || part is Setting.Unlock or Setting.UnlockDiagnostic, $"{advice.Setting}: {part}");
                    if (found is null) continue;
                    Assert.Equal(runtime, found.Setting.Runtime);
                    Assert.Contains(found.Setting.Name, advice.Explained);
                    if (VersionRange.OfRuntime(source.RuntimeVersion, runtime) is { } version)
                    {
                        Assert.True(found.Setting.IsSureFor(version), $"{part} for {source.RuntimeVersion}");
                    }

                    var value = part.StartsWith("-X", StringComparison.Ordinal) ? JvmAdvice.Parts(part).Value : found.Value!;
                    foreach (var name in found.Setting.Recorded.Append(found.Setting.Name))
                    {
                        if (source.Settings.GetValueOrDefault(name) is { } now) Assert.NotEqual(Plain(now), Plain(value));
                    }
                }

                foreach (var name in advice.Explained) Assert.NotNull(SettingDescription.Find(name));
            }
        }
    }

    /// <summary>Applicable advice is kept: the gate must not silence a rule.</summary>
    [Theory]
    [InlineData("samples/dotnet/datas.nettrace.gz", "DOTNET_GCDynamicAdaptationMode=0")]
    [InlineData("samples/dotnet/pinned.nettrace.gz", "DOTNET_GCConserveMemory=0x5")]
    [InlineData("samples/go/catalog-gogc100.gctrace", "GOGC=")]
    [InlineData("tests/Unpause.Tests/fixtures/go/stacks.gctrace", "GOGC=400")]
    [InlineData("samples/python/film-default.upgc", "UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10")]
    public void Advice_Applicable_IsKept(string file, string setting)
    {
        var found = Diagnoses.Run([.. Samples.Load(file.Split('/')).Select(AnalysedProcess.From)]).Findings;
        Assert.Contains(
            found.SelectMany(one => one.Finding.Advice),
            advice => advice.Setting?.StartsWith(setting, StringComparison.Ordinal) == true);
    }

    /// <summary>Every setting in the source code of a rule is in the catalogue.</summary>
    [Fact]
    public void Catalogue_EverySettingInARule_IsListed()
    {
        var checkedNames = new HashSet<string>();
        foreach (var file in Directory.GetFiles(RepositoryFolder.File("src", "Unpause.Analysis", "Diagnosis"), "*.cs",
            SearchOption.AllDirectories))
        {
            var path = file.Replace('\\', '/');
            if (path.Contains("/Jvm/", StringComparison.Ordinal) || path.EndsWith("Needs.cs", StringComparison.Ordinal)) continue;
            foreach (Match match in Written().Matches(File.ReadAllText(file)))
            {
                checkedNames.Add(match.Value);
                Assert.True(SettingName.Find(match.Value) is not null, $"{file}: {match.Value}");
            }
        }

        Assert.Superset(
            new HashSet<string> { "DOTNET_GCgen0size", "GOGC", "GOMEMLIMIT", "gc.freeze", "System.GC.HeapCount", "GCSettings.LatencyMode" },
            checkedNames);
    }

    [Theory]
    // No setting of .NET 8 for .NET 6; if the version is unknown, the advice names the version that it requires.
    [InlineData("dotnet", "6.0.36", DotNetCollectors.Server, "", "DOTNET_GCDynamicAdaptationMode=1", null)]
    [InlineData("dotnet", "8.0.1", DotNetCollectors.Server, "", "DOTNET_GCDynamicAdaptationMode=1", "DOTNET_GCDynamicAdaptationMode=1")]
    [InlineData("dotnet", "8.0.1", DotNetCollectors.Workstation, "", "DOTNET_GCDynamicAdaptationMode=1", null)]
    [InlineData("dotnet", "9.0.1", DotNetCollectors.Server, "", "DOTNET_GCDynamicAdaptationMode=1", null)]
    [InlineData("dotnet", "9.0.1", DotNetCollectors.Server, "GCDynamicAdaptationMode=1", "DOTNET_GCDynamicAdaptationMode=0", Same)]
    [InlineData("dotnet", "9.0.1", DotNetCollectors.Workstation, "", "DOTNET_UOHWaitBGCSizeIncPercent=0x190", null)]
    [InlineData("dotnet", "10.0.12", DotNetCollectors.Server, "heaps=2", BothOfHeaps, "DOTNET_GCNoAffinitize=1")]
    [InlineData("dotnet", "10.0.12", DotNetCollectors.Server, "GCNoAffinitize=1", BothOfHeaps, "DOTNET_GCHeapCount=0x2")]
    [InlineData("dotnet", "10.0.12", null, "GCLOHThreshold=131072", "DOTNET_GCLOHThreshold=0x20000", null)]
    [InlineData("dotnet", "10.0.12", null, "GCLOHThreshold=1048576", "DOTNET_GCLOHThreshold=0x20000", null)]
    [InlineData("dotnet", "10.0.12", null, "GCLOHThreshold=85000", "DOTNET_GCLOHThreshold=0x20000", "DOTNET_GCLOHThreshold=0x20000")]
    [InlineData("dotnet", "10.0.12", null, "gcConcurrent=1", "DOTNET_gcConcurrent=1", null)]
    [InlineData("dotnet", "10.0.12", null, "gcServer=1", "<ServerGarbageCollection>true</ServerGarbageCollection>", null)]
    [InlineData("dotnet", "10.0.12", null, "gcServer=0", "<ServerGarbageCollection>false</ServerGarbageCollection>", null)]
    [InlineData("dotnet", "5.0.17", null, "", "DOTNET_GCgen0size=0x4000000", "COMPlus_GCgen0size=0x4000000")]
    [InlineData("dotnet", "3.1.32", null, "", "DOTNET_GCgen0size=0x4000000", null)]
    [InlineData("go", "go1.18.3", null, "", "GOMEMLIMIT=1024MiB", null)]
    [InlineData("go", "go1.19", null, "", "GOMEMLIMIT=1024MiB", "GOMEMLIMIT=1024MiB")]
    [InlineData("go", null, null, "gctrace of Go=1.6–1.17", "GOMEMLIMIT=1024MiB", null)]
    [InlineData("go", null, null, "gctrace of Go=1.18 or later", "GOMEMLIMIT=1024MiB", "GOMEMLIMIT=1024MiB")]
    [InlineData("go", null, null, "execution trace of Go=1.11–1.18", "GOMEMLIMIT=1024MiB", null)]
    [InlineData("go", "go1.23.5", null, "GOMEMLIMIT=1.5 GiB", "GOMEMLIMIT=1024MiB", null)]
    [InlineData("go", "go1.23.5", null, "GOMEMLIMIT=off", "GOMEMLIMIT=1024MiB", "GOMEMLIMIT=1024MiB")]
    [InlineData("go", "go1.23.5", null, "GOGC=400", "GOGC=400", null)]
    [InlineData("go", "go1.23.5", null, "GOGC=800", "GOGC=400", null)]
    [InlineData("go", "go1.23.5", null, "GOGC=off", "GOGC=400", null)]
    [InlineData("go", "go1.23.5", null, "GOGC=100", "GOGC=400", "GOGC=400")]
    [InlineData("go", "go1.23.5", null, "", "GOMAXPROCS=N", "GOMAXPROCS=N")]
    [InlineData("cpython", "3.11.2", null, "thresholds=10000,20,10", "UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10", null)]
    [InlineData("cpython", "3.11.2", null, "thresholds=700,10,10", "UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10", Same)]
    [InlineData("cpython", "3.11.2", null, "", "unpause cycles -- CMD", "unpause cycles -- CMD")]
    [InlineData("go", "go1.23.5", null, "", "unpause run --numa-node 0 -- CMD", "unpause run --numa-node 0 -- CMD")]
    public void Setting_NotApplicable_IsDropped(
        string runtime, string? version, string? collector, string inForce, string setting, string? expected)
    {
        var process = Process(runtime, version, collector, inForce);
        var kept = AdviceGate.Checked(process, [new("A text.", setting)]).SingleOrDefault()?.Setting;
        Assert.Equal(expected == Same ? setting : expected, kept);
    }

    [Theory]
    [InlineData("3.6.15", false)]
    [InlineData("3.7.16", true)]
    [InlineData(null, true)]
    public void Code_NotApplicable_IsDropped(string? version, bool expected)
    {
        var advice = AdviceGate.Checked(
            Process("cpython", version, null, ""), [new("Freeze it.", Code: "import gc\ngc.collect()\ngc.freeze()")]);
        Assert.Equal(expected, advice.Count == 1);
        if (expected) Assert.Equal(["gc.collect", "gc.freeze"], advice[0].Explained);
    }

    /// <summary>If the version is unknown, the advice names the version that it requires, once.</summary>
    [Theory]
    [InlineData("go", null, "GOMEMLIMIT=1GiB", "Bound it.", "Bound it. For Go 1.19 and later.")]
    [InlineData("go", null, "GOMEMLIMIT=1GiB", "Bound it (Go 1.19 and later).", "Bound it (Go 1.19 and later).")]
    [InlineData("go", "go1.24.1", "GOMEMLIMIT=1GiB", "Bound it.", "Bound it.")]
    [InlineData("go", null, "GOGC=400", "Grow.", "Grow.")]
    [InlineData("dotnet", null, "DOTNET_GCgen0size=0x4000000", "More.", "More. For .NET 5 and later.")]
    [InlineData("dotnet", null, "DOTNET_GCgen0size=0x4000000", "More (.NET 5 and later).", "More (.NET 5 and later).")]
    public void Advice_UnknownVersion_NamesTheRequired(string runtime, string? version, string setting, string text, string expected) =>
        Assert.Equal(expected, AdviceGate.Checked(Process(runtime, version, null, ""), [new(text, setting)]).Single().Text);

    private static AnalysedProcess Process(string runtime, string? version, string? collector, string inForce)
    {
        var recording = Samples.Of("[0.001s][info][gc] Using G1\n[0.002s][info][gc,init] Version: 17 (release)\n").Single();
        Dictionary<string, string> settings = [];
        if (inForce.Split('=') is [var name, var value]) settings[name] = value;
        return AnalysedProcess.From(recording with
        {
            Source = recording.Source with { Runtime = runtime, RuntimeVersion = version, Collector = collector, Settings = settings },
        });
    }

    private static bool IsSetting(string part) => part.StartsWith("-X", StringComparison.Ordinal)
        || part.StartsWith('<') || (part.Contains('=', StringComparison.Ordinal) && char.IsAsciiLetterUpper(part[0]));

    private static string Plain(string value) => value.StartsWith("0x", StringComparison.Ordinal)
        ? long.Parse(value[2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture)
        : value;

    [GeneratedRegex(@"DOTNET_\w+|(?<=\\"")System\.GC\.\w+|\b(?:GOGC|GOMEMLIMIT|GOMAXPROCS)\b"
        + @"|\bgc\.(?:set_threshold|freeze|disable|enable|collect)\b|GCSettings\.LatencyMode"
        + @"|<(?:Server|Concurrent)GarbageCollection>|UNPAUSE_PYTHON_\w+|GODEBUG=\w+=1")]
    private static partial Regex Written();
}
