using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

public class ReferenceProcessingTests
{
    private const string Parallel = "-XX:+ParallelRefProcEnabled";

    [Theory]
    [InlineData("references-weak-jdk17.log.gz", "weak references", "jcmd PID GC.class_histogram -all")]
    [InlineData("references-final-jdk25.log.gz", "objects with finalize()", "jcmd PID GC.finalizer_info")]
    [InlineData("references-intern-jdk17.log.gz", "the table of interned strings", "jcmd PID VM.stringtable")]
    [InlineData("references-final-g1-jdk8.log.gz", "objects with finalize()", Parallel)]
    public void ReferenceProcessing_OneKindDominates_NamesIt(string name, string kind, string setting)
    {
        var finding = Check(JvmLogs.Fixture(name))!;
        Assert.EndsWith($"most of it {kind}", finding.Title, StringComparison.Ordinal);
        Assert.Contains(finding.Advice, advice => advice.Setting == setting);
    }

    /// <summary>On by default for G1 from JDK 11 on, so there is nothing to advise.</summary>
    [Theory]
    [InlineData("references-weak-jdk17.log.gz")]
    [InlineData("references-final-jdk25.log.gz")]
    public void ReferenceProcessing_ParallelByDefault_IsNotAdvised(string name) =>
        Assert.DoesNotContain(Check(JvmLogs.Fixture(name))!.Advice, advice => advice.Setting == Parallel);

    /// <summary>Compared with a sum by awk over the same phases; remark logs its reference processing twice.</summary>
    [Theory]
    [InlineData("references-weak-jdk17.log.gz")]
    [InlineData("references-strong-jdk25.log.gz")]
    public void ReferenceTimes_Log_EqualTheSumOfItsPhases(string name)
    {
        const string Sum = """
            match($0, /GC\([0-9]+\)/) { id = substr($0, RSTART, RLENGTH) }
            /Reference Processing:? [0-9.]+ms$/ { v = $NF + 0; if (v > most[id]) most[id] = v }
            /Weak Processing:? [0-9.]+ms$/ { sum += $NF }
            END { for (id in most) sum += most[id]; printf "%.3f", sum }
            """;
        var expected = JvmLogs.Awk(JvmLogs.Bytes(JvmLogs.Fixture(name)), Sum)[0];
        var times = ReferenceTimes.Compute(JvmLogs.Read(JvmLogs.Fixture(name)))!;
        Assert.Equal(expected, times.Total.Value / 1e6, 0.01);
    }

    [Fact]
    public void ReferenceProcessing_StrongReferences_IsSilent() => Assert.Null(Check(JvmLogs.Fixture("references-strong-jdk25.log.gz")));

    [Fact]
    public void ReferenceTimes_ParallelOfJdk11_CountsRepeatedPhasesOnce()
    {
        var times = ReferenceTimes.Compute(JvmLogs.Read(JvmLogs.Fixture("references-final-parallel-jdk11.log.gz")))!;
        Assert.Equal(ReferenceKind.Final, times.ByKind[0].Kind);
        Assert.Equal(6, times.Collections);
        var parts = times.ByKind.Sum(row => row.Time.Value);
        Assert.InRange(times.Total.Value, parts, parts * 1.2);
    }

    [Fact]
    public void ReferenceProcessing_NoPhases_IsNotApplicable() =>
        Assert.IsType<Verdict.NotApplicableVerdict>(
            new ReferenceProcessing().Check(AnalysedProcess.From(JvmLogs.Read(JvmLogs.Sample("serial-jdk17.log")))));

    [Fact]
    public void ReferenceProcessing_Zgc_IsSilent() =>
        Assert.Equal(
            Verdict.Silent, new ReferenceProcessing().Check(AnalysedProcess.From(JvmLogs.Read(JvmLogs.Sample("zgc-jdk25.log.gz")))));

    private static Finding? Check(string path) =>
        (new ReferenceProcessing().Check(AnalysedProcess.From(JvmLogs.Read(path))) as Verdict.FoundVerdict)?.Finding;
}
