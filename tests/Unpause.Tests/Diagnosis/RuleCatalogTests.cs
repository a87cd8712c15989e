using System.Reflection;
using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Summaries;

namespace Unpause.Tests.Diagnosis;

/// <summary>Requirements for every rule of the catalogue: its description, its numbers, its two recordings, its gain.</summary>
public partial class RuleCatalogTests
{
    /// <summary>Every rule with its two recordings.</summary>
    public static TheoryData<string, string, string> Fixtures
    {
        get
        {
            var data = new TheoryData<string, string, string>();
            foreach (var fixture in RuleFixture.All) data.Add(fixture.Id, fixture.Firing, fixture.Silent);
            return data;
        }
    }

    /// <summary>Every recording that a rule fires on.</summary>
    public static TheoryData<string> FiringFiles => [.. RuleFixture.All.Select(fixture => fixture.Firing).Distinct()];

    /// <summary>Every rule's id.</summary>
    public static TheoryData<string> Ids => [.. RuleCatalog.All.Select(rule => rule.Id)];

    [Fact]
    public void Catalogue_EveryRuleClass_IsListedWithTwoRecordings()
    {
        var classes = typeof(Rule).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(Rule)) && !type.IsAbstract);
        Assert.Equal(Names(classes), Names(RuleCatalog.All.Select(rule => rule.GetType())));
        Assert.Equal(RuleCatalog.All.Select(rule => rule.Id), RuleFixture.All.Select(fixture => fixture.Id));
        Assert.Equal(RuleCatalog.All.Count, RuleCatalog.All.Select(rule => rule.Id).Distinct().Count());
        Assert.Equal(
            RuleCatalog.All.Sum(rule => rule.About.AppliesTo.Count),
            RulesPage.Headings.Sum(runtime => RuleCatalog.GetRules(runtime.Runtime).Count()));
    }

    [Theory]
    [MemberData(nameof(Fixtures))]
    public void Rule_TwoRecordings_FiresOnOneAndNotOnTheOther(string id, string firing, string silent)
    {
        var rule = RuleCatalog.All.Single(known => known.Id == id);
        Assert.Contains(Processes(firing), process => rule.Check(process) is Verdict.FoundVerdict found && found.Finding.Id == id);
        // Not "not applicable": a recording in which the rule could have fired and did not.
        var silentOnes = Processes(silent).Where(process => rule.AppliesTo.Contains(process.Recording.Source.Runtime)).ToList();
        Assert.NotEmpty(silentOnes);
        Assert.All(silentOnes, process => Assert.Same(Verdict.Silent, rule.Check(process)));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_Description_IsComplete(string id)
    {
        var about = RuleCatalog.All.Single(rule => rule.Id == id).About;
        Assert.Matches(IdShape(), about.Id);
        Assert.NotEmpty(about.AppliesTo);
        Assert.All([about.Summary, about.Background, about.Versions], text => Assert.EndsWith(".", text, StringComparison.Ordinal));
        Assert.NotEmpty(about.Needs);
        Assert.NotEmpty(about.Advises);
        Assert.NotEmpty(about.Sources);
        Assert.All([.. about.Needs, .. about.Helps], need => Assert.NotEmpty(need.Switches));
        Assert.Equal(about.Thresholds.Count, about.Thresholds.Select(threshold => threshold.Name).Distinct().Count());
        Assert.All(about.Thresholds, threshold =>
        {
            Assert.True(threshold.Value > 0, threshold.Name);
            Assert.NotEqual("", threshold.Why);
            Assert.False(threshold.Why.EndsWith('.'), threshold.Why);
        });
    }

    /// <summary>A number that is written out in a sentence becomes wrong when the threshold changes.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public void Summary_EveryNumber_IsAThreshold(string id)
    {
        var about = RuleCatalog.All.Single(rule => rule.Id == id).About;
        var known = about.Thresholds.SelectMany(threshold => NumberShape().Matches(threshold.ToString()))
            .Select(match => match.Value)
            .ToHashSet();
        Assert.All(NumberShape().Matches(about.Summary).Select(match => match.Value), number => Assert.Contains(number, known));
    }

    /// <summary>
    /// Every number that decides is a documented threshold with a name and a reason; other constants only limit how much is shown.
    /// </summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_Constants_AreDocumentedThresholds(string id)
    {
        var rule = RuleCatalog.All.Single(known => known.Id == id);
        const BindingFlags Own = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly;
        var fields = rule.GetType().GetFields(Own);
        var numbers = fields.Where(field => field.IsLiteral && field.FieldType.IsPrimitive).Select(field => field.Name);
        Assert.All(numbers, name => Assert.EndsWith("Shown", name, StringComparison.Ordinal));
        var thresholds = fields.Where(field => field.FieldType == typeof(Threshold)).Select(field => (Threshold)field.GetValue(null)!);
        Assert.All(thresholds, threshold => Assert.Contains(threshold, rule.About.Thresholds));
    }

    [Theory]
    [MemberData(nameof(FiringFiles))]
    public void Gain_AllFixtures_IsAtMostWhatIsPossible(string path)
    {
        var processes = Processes(path);
        var found = Diagnoses.Run(processes).Findings;
        Assert.NotEmpty(found);
        Assert.All(found, one => AssertWinnable(one.Finding, processes[one.Process].Summary));
    }

    /// <summary>With impossible durations the gain must still stay within the numbers of the summary.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(86_400_000)]
    [InlineData(9_000_000_000_000)]
    public void Gain_ImpossibleDurations_IsAtMostWhatIsPossible(long milliseconds)
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using G1\n");
        for (var i = 0; i < 40; i++)
        {
            log.Append($"[{i + 1}.000s][info][gc] GC({2 * i}) Pause Full (G1 Compaction Pause) 60M->55M(64M) {milliseconds}.000ms\n");
            log.Append($"[{i + 1}.500s][info][gc] GC({(2 * i) + 1}) Pause Young (Normal) (G1 Humongous Allocation) "
                + $"60M->55M(64M) {milliseconds}.000ms\n");
        }

        var processes = Samples.Of(log.ToString()).Select(AnalysedProcess.From).ToList();
        var found = Diagnoses.Run(processes).Findings;
        Assert.NotEmpty(found);
        Assert.All(found, one => AssertWinnable(one.Finding, processes[one.Process].Summary));
    }

    /// <summary>Most rules have a gain as data; a rule that loses it is a regression.</summary>
    [Fact]
    public void Gain_AllFixtures_IsData()
    {
        var findings =
            RuleFixture.All.SelectMany(fixture =>
                Diagnoses.Run(Processes(fixture.Firing)).Findings.Select(found => found.Finding)).ToList();
        var without = findings.Where(finding => finding is { Gain: null, ExpectedGain: not null }).Select(finding => finding.Id).Distinct();
        // The sentences for finalizers and DATAS quote measurements from elsewhere, the one for the live set says when the heap is full:
        // these are not numbers of this process. No metric measures the gain of slow requests.
        string[] known = ["assist-bound-requests", "datas-trade-off", "finalizer-backlog", "growing-live-set", "long-sweep"];
        Assert.Equal(known, without.Order(StringComparer.Ordinal));
        Assert.All(findings.Where(finding => finding.Gain is not null), finding => Assert.NotNull(finding.ExpectedGain));
    }

    private static void AssertWinnable(Finding finding, Summary summary)
    {
        if (finding.Gain is not { } gain) return;
        Assert.True(0 <= gain.Low && gain.Low <= gain.High && double.IsFinite(gain.High), $"{finding.Id}: {gain}");
        const double Rounded = 0.001;
        var most = gain.Metric switch
        {
            GainMetrics.Throughput => 100 - Math.Min(summary.Stops?.ThroughputPercent ?? 100, summary.Pauses.ThroughputPercent ?? 0),
            GainMetrics.TotalPause => Math.Max(0, summary.Pauses.TotalNanoseconds) / 1e6,
            GainMetrics.MaxPause => (summary.Pauses.MaxNanoseconds ?? 0) / 1e6,
            GainMetrics.Collections => summary.Collections.Count,
            GainMetrics.TotalStop => summary.Stops!.TotalNanoseconds / 1e6,
            GainMetrics.TotalStall => double.MaxValue,
            GainMetrics.RetainedHeap => summary.Heap.PeakBytes ?? double.MaxValue,
            GainMetrics.CollectorCpu => 100,
            _ => throw new InvalidOperationException($"{finding.Id}: {gain.Metric} is not one of GainMetrics"),
        };
        Assert.True(gain.High <= most + Rounded, $"{finding.Id}: {gain}, at most {most}");
    }

    private static IEnumerable<string> Names(IEnumerable<Type> types) => types.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    internal static List<AnalysedProcess> Processes(string path) => [.. Samples.Load(path.Split('/')).Select(AnalysedProcess.From)];

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)+$")]
    private static partial Regex IdShape();

    [GeneratedRegex(@"(?<![A-Za-z\d.,])\d+(?:[.,]\d+)*")]
    private static partial Regex NumberShape();
}
