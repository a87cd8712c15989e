using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Tests.Diagnosis;

namespace Unpause.Tests.House;

/// <summary>The keys of evidence, by which programs read it: approved line by line, and the same thing everywhere.</summary>
public partial class EvidenceKeyTests
{
    private const string ListName = "evidence-keys.txt";

    /// <summary>What a key ends in, by its number's unit; one that isn't here is the noun that is counted.</summary>
    private static readonly Dictionary<string, string> Endings = new(StringComparer.Ordinal)
    {
        ["ms"] = "_ms",
        ["s"] = "_s",
        ["percent"] = "_percent",
        ["bytes"] = "_bytes",
        ["bytes per second"] = "_bytes_per_s",
        ["per second"] = "_per_s",
        ["ratio"] = "_ratio",
    };

    /// <summary>How keys begin that a finding has several times, for several things of one kind.</summary>
    private static readonly string[] Kinds =
        ["caller_", "cause_", "generation_", "reason_", "reference_kind_", "replacement_", "site_", "type_"];

    public static TheoryData<string> Folders => NoSilenceTests.Folders;

    /// <summary>After a change that is meant: UNPAUSE_HOUSE=write dotnet test tests/Unpause.Tests --filter EvidenceKeyTests.</summary>
    [Fact]
    public void EvidenceKeys_Sources_EqualTheApprovedList()
    {
        var path = RepositoryFolder.File("tests", "Unpause.Tests", "House", ListName);
        var now = string.Concat(WrittenEvidence.All.GroupBy(one => one.Maker, StringComparer.Ordinal).Select(
            maker => maker.Key + "\n" + string.Concat(maker.Select(one => $"  {one.Key} : {one.Unit ?? "no number"}\n").Distinct())));
        if (SinnerList.Writes) File.WriteAllText(path, now);
        Assert.Equal(File.Exists(path) ? File.ReadAllText(path) : "", now);
    }

    /// <summary>A key that is put together at run time could not be listed.</summary>
    [Fact]
    public void EvidenceKey_InTheSources_IsALiteral()
    {
        Assert.True(WrittenEvidence.All.Count > 200, "the sources are read");
        Assert.All(WrittenEvidence.All, one => AssertNamed(one.Maker, one.Key!, one.Unit));
    }

    [Fact]
    public void EvidenceKey_InAllRules_HasOneUnit() => Assert.All(
        WrittenEvidence.All.GroupBy(one => one.Key, StringComparer.Ordinal),
        key => Assert.Single(key.Select(one => one.Unit).Distinct(StringComparer.Ordinal)));

    /// <summary>What the rules say of every sample and fixture.</summary>
    [Theory]
    [MemberData(nameof(Folders))]
    public void Evidence_SamplesAndFixtures_HasItsKeyFromTheList(string folder)
    {
        var rules = RuleCatalog.All.Select(rule => rule.Id).ToHashSet(StringComparer.Ordinal);
        var known = WrittenEvidence.All.ToLookup(one => rules.Contains(one.Maker) ? one.Maker : "", one => one.Key);
        var findings = Samples.Files(folder)
            .SelectMany(file => Diagnoses.Run([.. Samples.Load(file).Select(AnalysedProcess.From)]).Findings)
            .Select(found => found.Finding)
            .ToList();
        Assert.NotEmpty(findings);
        foreach (var finding in findings)
        {
            foreach (var evidence in finding.Evidence)
            {
                AssertNamed(finding.Id, evidence.Key, evidence.Value is null ? null : evidence.Unit ?? "ratio");
                Assert.True(
                    known[finding.Id].Contains(evidence.Key) || known[""].Contains(evidence.Key), $"{finding.Id}: {evidence.Key}");
            }

            var often = finding.Evidence.GroupBy(evidence => evidence.Key).Where(key => key.Count() > 1).Select(key => key.Key);
            Assert.All(often, key => Assert.True(
                Kinds.Any(kind => key.StartsWith(kind, StringComparison.Ordinal)), $"{finding.Id}: {key} twice, and no kind of things"));
        }
    }

    private static void AssertNamed(string maker, string key, string? unit)
    {
        Assert.Matches(SnakeCase(), key);
        var ending = unit is null ? null : Endings.GetValueOrDefault(unit, unit);
        var ends = ending is null
            ? !Endings.Values.Any(other => key.EndsWith(other, StringComparison.Ordinal))
            : ("_" + key).EndsWith("_" + ending.TrimStart('_'), StringComparison.Ordinal);
        Assert.True(ends, $"{maker}: {key} is in {unit ?? "no unit"}");
        // Bytes a second and the like end in a unit of their own.
        Assert.Equal(unit is "per second" or "bytes per second", key.Contains("_per_s", StringComparison.Ordinal));
        Assert.Equal(unit is "bytes per second", key.Contains("_bytes_per_s", StringComparison.Ordinal));
    }

    [GeneratedRegex("^[a-z][a-z0-9]*(_[a-z0-9]+)*$")]
    private static partial Regex SnakeCase();
}
