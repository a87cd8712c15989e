using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Go;

namespace Unpause.Tests.Diagnosis;

public class FrequentCollectionsTests
{
    private const string Share = """
        { split($8, cpu, /[+\/]/); split($5, clock, "+"); sum += cpu[1] + cpu[2] + cpu[3] + cpu[5]; count++ }
        { end = substr($3, 2) * 1000 + clock[1] + clock[2] + clock[3] }
        END { printf "%.6f %.6f\n", 100 * sum / (end * 2), count / (end / 1000) }
        """;

    [Fact]
    public void Check_SmallLiveHeap_FiresAndPredictsTheFix()
    {
        var found = Assert.IsType<Verdict.FoundVerdict>(Samples.Ask(new FrequentCollections(), "samples", "go", "catalog-gogc100.gctrace"));
        var awk = Awk.Run(Share, RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"));
        var finding = found.Finding;
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Equal(awk[0], finding.Evidence[0].Value!.Value, 2);
        Assert.Equal(awk[1], finding.Evidence[1].Value!.Value, 2);
        Assert.InRange(finding.Evidence.Single(evidence => evidence.Key == "gogc_percent").Value!.Value, 90, 115);
        Assert.Equal("GOGC=800", finding.Advice[0].Setting);
        Assert.Contains("GOGC=400:", finding.Advice[1].Text, StringComparison.Ordinal);
        Assert.Contains("The limit is soft", finding.Advice[2].Text, StringComparison.Ordinal);
        // The same program, recorded with that GOGC: the measured improvement matches the prediction.
        var after = Awk.Run(Share, RepositoryFolder.File("samples", "go", "catalog-gogc800.gctrace"));
        Assert.Equal(finding.Gain, finding.Advice[0].Gain);
        Assert.InRange(awk[0] - after[0], finding.Gain!.Low, finding.Gain.High);
        Assert.InRange(finding.Gain.Low, awk[0] / 3, awk[0]);
    }

    [Fact]
    public void Check_AfterTheFix_IsSilent() =>
        Assert.Same(Verdict.Silent, Samples.Ask(new FrequentCollections(), "samples", "go", "catalog-gogc800.gctrace"));

    [Fact]
    public void Advice_ForcedCycles_IsToRemoveTheCalls()
    {
        var finding = Finding(12, " (forced)", goal: 20);
        Assert.Contains("runtime.GC()", finding.Advice[0].Text, StringComparison.Ordinal);
        Assert.Null(finding.Advice[0].Setting);
    }

    /// <summary>The program set GOGC or a limit itself: its environment is recorded, and has another.</summary>
    [Theory]
    [InlineData("", null, "debug.SetMemoryLimit")]
    [InlineData("GOGC=10 ", null, "debug.SetGCPercent")]
    [InlineData("GOGC=30 ", "GOGC=800", null)]
    public void Advice_GrowthSetInCode_IsTheCall(string variables, string? setting, string? call)
    {
        var lines = new System.Text.StringBuilder($"# unpause go program 7 1795416372000000000 go1.22.3 {variables}/app/serve\n");
        for (var i = 0; i < 60; i++)
        {
            lines.Append($"1795416372.{(i * 15) + 16:000}000000 gc {i + 1} @0.{(i * 15) + 10:000}s 20%: "
                + "0.1+4+0.1 ms clock, 0.2+2/4/0+0.2 ms cpu, 26->27->20 MB, 26 MB goal, 0 MB stacks, 0 MB globals, 2 P\n");
        }

        var process = AnalysedProcess.From(Assert.Single(Samples.Of(lines.ToString())));
        var finding = Assert.Single(Diagnoses.Run([process]).Findings, found => found.Finding.Id == "frequent-collections").Finding;
        Assert.Equal(setting, finding.Advice[0].Setting);
        Assert.Equal(call, finding.Advice[0].Code?.Split('(')[0]);
    }

    [Fact]
    public void Advice_HeapAtMemoryLimit_IsAHigherLimitNotGogc()
    {
        var finding = Finding(40, "", goal: 105, live: 100);
        Assert.Contains("5 % above the live heap", finding.Title, StringComparison.Ordinal);
        Assert.StartsWith("GOMEMLIMIT=", finding.Advice[0].Setting, StringComparison.Ordinal);
    }

    /// <summary>A heap goal near the live heap: by GOGC where the recorded environment has it that low, else by a limit.</summary>
    [Theory]
    [InlineData("GOGC=5 ", "GOGC=")]
    [InlineData("GOMEMLIMIT=21MiB ", "GOMEMLIMIT=")]
    public void Advice_GoalNearLiveHeap_IsWhatKeepsItThere(string variables, string setting)
    {
        var lines = new System.Text.StringBuilder($"# unpause go program 7 1795416372000000000 go1.22.3 {variables}/app/serve\n");
        for (var i = 0; i < 60; i++)
        {
            lines.Append($"1795416372.{(i * 15) + 16:000}000000 gc {i + 1} @0.{(i * 15) + 10:000}s 20%: "
                + "0.1+4+0.1 ms clock, 0.2+2/4/0+0.2 ms cpu, 105->106->100 MB, 105 MB goal, 0 MB stacks, 0 MB globals, 2 P\n");
        }

        var process = AnalysedProcess.From(Assert.Single(Samples.Of(lines.ToString())));
        var findings = Diagnoses.Run([process]).Findings.Select(found => found.Finding).ToList();
        Assert.StartsWith(setting, findings.Single(one => one.Id == "frequent-collections").Advice[0].Setting, StringComparison.Ordinal);
        // Under a limit no rule advises GOGC.
        Assert.Equal(
            setting == "GOGC=",
            findings.SelectMany(one => one.Advice).Any(advice => advice.Setting?.StartsWith("GOGC=", StringComparison.Ordinal) == true));
    }

    [Fact]
    public void Check_OldGctraceFormat_IsNotApplicable()
    {
        var recording = Assert.Single(Samples.Of("gc1(1): 5+0+186+0 us, 0 -> 0 MB, 18 (19-1) objects, 0/0/0 sweeps, 0(0) handoff\n"));
        Assert.IsType<Verdict.NotApplicableVerdict>(new FrequentCollections().Check(AnalysedProcess.From(recording)));
    }

    private static Finding Finding(int count, string mark, int goal, int live = 10)
    {
        var lines = Enumerable.Range(1, count).Select(number => FormattableString.Invariant(
            $"gc {number} @{number * 0.05:0.000}s 30%: 0.02+9.0+0.01 ms clock, 0.1+6.0/9.0/0+0.1 ms cpu, {
                goal}->{goal}->{live} MB, {goal} MB goal, 0 MB stacks, 0 MB globals, 2 P{mark}\n"));
        var recording = Assert.Single(Samples.Of(string.Concat(lines)));
        return Assert.IsType<Verdict.FoundVerdict>(new FrequentCollections().Check(AnalysedProcess.From(recording))).Finding;
    }
}
