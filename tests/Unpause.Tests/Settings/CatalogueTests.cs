using System.Text.RegularExpressions;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Settings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Settings;

/// <summary>Rules for the catalogue: every entry is complete, and names are unique.</summary>
public class CatalogueTests
{
    private static readonly string[] Types = ["switch", "number", "size", "text", "memory", "log", "command", "variable", "call"];

    public static TheoryData<string> Runtimes => [.. RuntimeNaming.All.Select(naming => naming.Runtime)];

    [Fact]
    public void Catalogue_EachRuntime_Exists() => Assert.Equal(
        RulesPage.Headings.Select(known => (known.Runtime, known.Heading)),
        SettingCatalogue.OfAll.Select(catalogue => (catalogue.Runtime.Runtime, catalogue.Runtime.Title)));

    [Theory]
    [MemberData(nameof(Runtimes))]
    public void Catalogue_EachEntry_IsComplete(string runtime)
    {
        var catalogue = SettingCatalogue.Get(RuntimeNaming.Find(runtime)!);
        Assert.True(catalogue.All.Count >= 10, $"{catalogue.All.Count}");
        Assert.All(catalogue.All, setting =>
        {
            Assert.Contains(setting.Type, Types);
            Assert.True(setting.Product.Count + setting.Unlocked.Count + setting.Diagnostic.Count > 0, $"{setting.Name}: no version");
            Assert.True(setting.Type == "command" || setting.Helps is not null, $"{setting.Name}: when does it help?");
            if (setting.Type is "number" or "size" or "memory") Assert.True(setting.Unit is not null || HasNoUnit(setting), setting.Name);
            if (setting.Example is { } example) Assert.True(setting.MayBe(example, VersionRange.All), $"{setting.Name}: {example}");
            else Assert.True(setting.Type is "command" or "call" or "variable" or "log", $"{setting.Name}: no value to show");
            Assert.NotEmpty(SettingWay.FindAll(setting));
            Assert.All(new[] { setting.What, setting.Trades, setting.Helps, setting.Hurts, setting.Note }.OfType<string>(), text =>
            {
                Assert.False(text.EndsWith('.') || text.Contains("  ", StringComparison.Ordinal), $"{setting.Name}: {text}");
                Assert.DoesNotContain(Findings(text), id => RuleCatalog.All.All(rule => rule.Id != id));
            });
        });
    }

    /// <summary>GC.Collect is .NET and gc.collect is CPython; within a runtime no two names differ only by case.</summary>
    [Fact]
    public void Catalogue_Names_AreUniqueAndNotIdsOfFindings()
    {
        static IEnumerable<string> Twice(IEnumerable<string> names, StringComparer comparer) =>
            names.GroupBy(name => name, comparer).Where(same => same.Count() > 1).Select(same => same.Key);
        var all = SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All).SelectMany(setting => setting.Names);
        Assert.Equal([], Twice(all.Concat(RuleCatalog.All.Select(rule => rule.Id)), StringComparer.Ordinal));
        var comparer = StringComparer.OrdinalIgnoreCase;
        Assert.All(SettingCatalogue.OfAll, catalogue => Assert.Equal(
            [], Twice(catalogue.All.SelectMany(setting => setting.Names.Distinct(comparer)), comparer)));
    }

    /// <summary>Settings of a collector that no recording names would never be advised.</summary>
    [Fact]
    public void Catalogue_Collectors_AreThoseOfRecordings()
    {
        string[] known =
        [
            DotNetCollectors.Server, DotNetCollectors.Workstation, "G1", "Parallel", "Serial", "CMS", "ZGC", "Shenandoah", "Epsilon",
        ];
        Assert.Equal([], SettingCatalogue.OfAll.SelectMany(one => one.All).SelectMany(one => one.Collectors).Distinct().Except(known));
    }

    [Fact]
    public void Recorded_NamesOfRecordings_AreInTheCatalogue()
    {
        var recorded = SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All).SelectMany(setting => setting.Recorded).ToList();
        string[] words =
        [
            DotNetSettingNames.Adapts, DotNetSettingNames.Concurrent, DotNetSettingNames.Gen0Size, DotNetSettingNames.HardLimit,
            DotNetSettingNames.HighMemory, DotNetSettingNames.LargeThreshold, GoSettings.Growth, GoSettings.MemoryLimit,
            GoSettings.Processors, PythonSettings.Thresholds,
        ];
        Assert.Equal([], words.Except(recorded));
    }

    [Theory]
    [InlineData(
        "- name: a\n  what: b\n  type: size\n  product: ..\n  colour: red\n", "line 5, column 1: colour is not a field of a setting")]
    [InlineData("- name: a\n  type: size\n  product: ..\n", "line 1, column 1: the setting has no what")]
    [InlineData("- name: a\n  what: b\n  type: size\n  product: 17\n", "not a range of versions: 17")]
    public void Catalogue_InvalidYaml_NamesLineAndError(string yaml, string error) =>
        Assert.Equal(error, Assert.ThrowsAny<FormatException>(() => SettingCatalogue.Parse(RuntimeNaming.Jvm, yaml)).Message);

    /// <summary>Ratios, factors and modes of one digit.</summary>
    private static bool HasNoUnit(Setting setting) => setting.Name.Contains("Ratio", StringComparison.Ordinal)
        || setting.Name is "GCDynamicAdaptationMode" or "GCConserveMemory" or "ZAllocationSpikeTolerance" or "GCLockerRetryAllocationCount";

    /// <summary>Ids of findings in a text: <c>(finding heap-growth)</c>.</summary>
    private static IEnumerable<string> Findings(string text) =>
        Regex.Matches(text, @"finding (?<id>[a-z0-9]+(?:-[a-z0-9]+)+)").Select(match => match.Groups["id"].Value);
}
