using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Diagnosis;

/// <summary>Consequences are folded into their root cause, and root causes are ranked by the time that fixing them saves.</summary>
public class FindingTreeTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void FollowsFrom_AllRules_NameRulesOfTheSameRuntimeWithoutCycles()
    {
        var rules = RuleCatalog.All.ToDictionary(rule => rule.Id);
        foreach (var rule in RuleCatalog.All)
        {
            Assert.All(rule.About.FollowsFrom, cause => Assert.True(
                rules.TryGetValue(cause, out var known) && known.AppliesTo.Intersect(rule.AppliesTo).Any(), $"{rule.Id} from {cause}"));
            Assert.DoesNotContain(rule.Id, CausesOf(rule.Id, rules));
        }
    }

    [Fact]
    public void Tree_CauseAndConsequence_AreOrderedBySavedTime()
    {
        var linked = Tree(
            (Rule("small", []), Finding("small", 10)),
            (Rule("consequence", ["cause"]), Finding("consequence", 90)),
            (Rule("cause", []), Finding("cause", 100)));
        Assert.Equal(["cause", "consequence", "small"], linked.Select(item => item.Finding.Id));
        Assert.Equal([null, 0, null], linked.Select(item => item.FollowsFrom));
    }

    [Fact]
    public void Tree_ChainOfConsequences_IsBelowItsRoot()
    {
        var linked = Tree(
            (Rule("last", ["middle"]), Finding("last", 90)),
            (Rule("middle", ["first"]), Finding("middle", 90)),
            (Rule("first", []), Finding("first", 100)));
        Assert.Equal(["first", "middle", "last"], linked.Select(item => item.Finding.Id));
        Assert.Equal([null, 0, 1], linked.Select(item => item.FollowsFrom));
    }

    [Fact]
    public void Tree_CauseExplainsLessThanHalf_IsNotLinked()
    {
        var linked = Tree(
            (Rule("consequence", ["cause"]), Finding("consequence", 100)), (Rule("cause", []), Finding("cause", 49)));
        Assert.Equal([null, null], linked.Select(item => item.FollowsFrom));
    }

    [Fact]
    public void Tree_CatchAll_FollowsFromTheLargestCause()
    {
        var catchAll = Rule("catch-all", []) with { IsCatchAll = true };
        Assert.Equal([null, 0, null], Tree(
            (catchAll, Finding("catch-all", 100)),
            (Rule("lesser", []), Finding("lesser", 60)),
            (Rule("greater", []), Finding("greater", 80))).Select(item => item.FollowsFrom));
        Assert.Equal([null, null], Tree(
            (catchAll, Finding("catch-all", 100)), (Rule("lesser", []), Finding("lesser", 20))).Select(item => item.FollowsFrom));
    }

    /// <summary>A likely finding that claims all of the time doesn't beat a certain one with nearly as much of it.</summary>
    [Fact]
    public void Tree_CertainWithNearlyAsMuch_IsBeforeLikely()
    {
        var likely = Finding("likely", 100) with { Confidence = Confidence.Likely("a test") };
        var certain = Finding("certain", 85) with { Confidence = Confidence.Certain("a test") };
        Assert.Equal(["certain", "likely"], Tree((Rule("likely", []), likely), (Rule("certain", []), certain))
            .Select(item => item.Finding.Id));
        var much = certain with { TimeBack = new(70 * Millisecond, "a test") };
        Assert.Equal(["likely", "certain"], Tree((Rule("likely", []), likely), (Rule("certain", []), much))
            .Select(item => item.Finding.Id));
    }

    [Fact]
    public void Tree_SymptomWithoutCause_SaysSoAndIsAfterCauses()
    {
        var symptom = Rule("symptom", []) with { IsCatchAll = true };
        var alone = Assert.Single(Tree((symptom, Finding("symptom", 100)))).Finding;
        Assert.Equal((false, true), (alone.NamesCause, alone.Title.StartsWith(SymptomHeading.Start, StringComparison.Ordinal)));
        Assert.NotNull(alone.Advice[0].Setting);
        var linked = Tree((symptom, Finding("symptom", 100)), (Rule("small", []), Finding("small", 10)));
        Assert.Equal(["small", "symptom"], linked.Select(item => item.Finding.Id));
        Assert.Equal([true, false], linked.Select(item => item.Finding.NamesCause));
    }

    [Fact]
    public void Tree_Symptom_AdvisesNoSettingBesideItsCause()
    {
        Advice[] advice = [new("a setting", "-Xmx1g") { Explained = ["Xmx"] }, new("a command", "vmstat 1")];
        var symptom = (Rule("symptom", []) with { IsCatchAll = true }, Finding("symptom", 100) with { Advice = advice });
        var linked = Tree(symptom, (Rule("cause", []), Finding("cause", 90)));
        Assert.Equal(["vmstat 1"], linked[1].Finding.Advice.Select(item => item.Setting));
        // A consequence keeps what its cause does not advise.
        var consequence = (Rule("consequence", ["cause"]), Finding("consequence", 90) with { Advice = advice });
        var cause = Finding("cause", 100) with { Advice = [new("more", "-Xmx2g") { Explained = ["Xmx"] }] };
        Assert.Equal(["vmstat 1"], Tree(consequence, (Rule("cause", []), cause))[1].Finding.Advice.Select(item => item.Setting));
        Assert.Equal(2, Tree(consequence, (Rule("cause", []), Finding("cause", 100)))[1].Finding.Advice.Count);
    }

    [Fact]
    public void Tree_FindingWithoutCauses_OverridesItsRule()
    {
        var own = Finding("consequence", 90) with { FollowsFrom = [] };
        var linked = Tree((Rule("consequence", ["cause"]), own), (Rule("cause", []), Finding("cause", 100)));
        Assert.Equal([null, null], linked.Select(item => item.FollowsFrom));
    }

    /// <summary>
    /// Each incident has one root cause, which its report names. Pauses whose GC threads were off the CPU have a cause of their own.
    /// </summary>
    [Theory]
    [InlineData("samples/jvm/retaining-g1-jdk17.log.gz", "objects-retained-too-long")]
    [InlineData("samples/jvm/retaining-g1-jdk25.log.gz", "objects-retained-too-long")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/leak-g1-jdk17.log.gz", "growing-live-set")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/leak-g1-jdk25.log.gz", "growing-live-set")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/leak-serial-jdk17.log.gz", "growing-live-set")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/leak-shenandoah-jdk17.log.gz", "growing-live-set")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/leak-z-jdk17.log.gz", "growing-live-set")]
    [InlineData("tests/Unpause.Tests/fixtures/jvm/metaspace-full-jdk17.log.gz", "metadata-collections")]
    [InlineData("samples/jvm/timed-g1-jdk17.jfr.gz", "dominant-retainer")]
    [InlineData("samples/jvm/timed-g1-jdk25.jfr.gz", "dominant-retainer")]
    public void Recording_OfOneIncident_HasOneRootCause(string path, string cause)
    {
        var findings = Diagnoses.Run([.. Samples.Load(path.Split('/')).Select(AnalysedProcess.From)]).Findings;
        Assert.Equal(
            [cause],
            findings.Where(found => found.FollowsFrom is null).Select(found => found.Finding.Id).Where(id => id != "starved-collector"));
        Assert.True(findings.Count > 1);
    }

    /// <summary>CPU starvation by neighbour processes lengthens pauses that copy little, so it is the root cause.</summary>
    [Fact]
    public void StarvedCollector_CpuStarvation_IsTheRootCauseOfLongEvacuation()
    {
        var log = new System.Text.StringBuilder("[0.001s][info][gc] Using G1\n");
        for (var i = 0; i < 12; i++)
        {
            var at = System.FormattableString.Invariant($"[{i + 1}.500s][info][gc");
            log.Append(at + $",start] GC({i}) Pause Young (Normal) (G1 Evacuation Pause)\n");
            log.Append(at + $",phases] GC({i})   Evacuate Collection Set: 160.0ms\n");
            log.Append(at + $"] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(256M) 163.000ms\n");
            log.Append(at + $",cpu] GC({i}) User=0.06s Sys=0.01s Real=0.16s\n");
        }

        var findings = Diagnoses.Run([.. Samples.Of(log.ToString()).Select(AnalysedProcess.From)]).Findings;
        Assert.Equal("starved-collector", Assert.Single(findings, found => found.FollowsFrom is null).Finding.Id);
        Assert.Contains(findings, found => found.Finding.Id == "long-evacuation");
    }

    [Fact]
    public void Findings_OfAllFixtures_HaveConfidenceAndFollowTheirCause()
    {
        foreach (var path in RuleFixture.All.Select(fixture => fixture.Firing).Distinct())
        {
            var findings = Diagnoses.Run([.. Samples.Load(path.Split('/')).Select(AnalysedProcess.From)]).Findings;
            for (var i = 0; i < findings.Count; i++)
            {
                Assert.NotNull(findings[i].Finding.Confidence);
                if (findings[i].FollowsFrom is not { } cause) continue;
                Assert.InRange(cause, 0, i - 1);
                Assert.Equal(findings[cause].Process, findings[i].Process);
            }
        }
    }

    private static IReadOnlyList<LinkedFinding> Tree(params (RuleDescription, Finding)[] found) =>
        FindingTree.Build(AnalysedProcess.From(Samples.Of("[0.001s][info][gc] Using G1\n").Single()), found).Findings;

    private static Finding Finding(string id, long milliseconds) =>
        new(id, Severity.High, id, [Evidence.Fact("seen", "seen")], [], null) { TimeBack = new(milliseconds * Millisecond, "a test") };

    private static RuleDescription Rule(string id, string[] followsFrom) => new()
    {
        Id = id,
        AppliesTo = [Runtimes.Jvm],
        Summary = "",
        Background = "",
        Thresholds = [],
        Needs = [],
        FollowsFrom = followsFrom,
        Advises = [],
        Versions = "",
        Sources = [],
    };

    private static HashSet<string> CausesOf(string id, Dictionary<string, Rule> rules)
    {
        var causes = new HashSet<string>();
        var open = new Stack<string>(rules[id].About.FollowsFrom);
        while (open.TryPop(out var cause))
        {
            if (!causes.Add(cause)) continue;
            foreach (var further in rules[cause].About.FollowsFrom) open.Push(further);
        }

        return causes;
    }
}
