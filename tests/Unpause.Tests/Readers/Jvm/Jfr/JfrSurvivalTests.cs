using Unpause.Analysis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Reports;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Survival and promotion in flight recordings, whose sizes of G1 leave out the region in use.</summary>
public class JfrSurvivalTests
{
    private static readonly string[] Fixtures = ["tests", "Unpause.Tests", "fixtures", "jvm"];

    /// <summary>Eden of one or two regions of 1 MB: without the third, 128 % of the young bytes survived.</summary>
    [Fact]
    public void YoungSurvival_G1OfJdk17_CountsTheRegionInUse()
    {
        var (log, flight) = (Survival([.. Fixtures, "both-g1-jdk17.log.gz"]), Survival([.. Fixtures, "both-g1-jdk17.jfr.gz"]));
        Assert.InRange(flight.SurvivalPercent!.Value, log.SurvivalPercent!.Value, log.SurvivalPercent.Value * 1.08);
    }

    [Theory]
    [InlineData("samples", "jvm", "threeways-g1-jdk17.jfr.gz")]
    [InlineData("samples", "jvm", "timed-g1-jdk17.jfr.gz")]
    [InlineData("tests", "Unpause.Tests", "fixtures", "jvm", "both-g1-jdk17.jfr.gz")]
    public void Survival_AlmostEverythingSurvives_IsAtMostTheWhole(params string[] path)
    {
        var survival = Assert.Single(Report.Create(Tests.Samples.Load(path)).ToDocument().Processes).Survival!;
        Assert.InRange(survival.SurvivalPercent!.Value, 90, 100);
        Assert.InRange(survival.PromotedPercent!.Value, 90, 100);
    }

    [Theory]
    [InlineData(1, 4, 0.25)]
    [InlineData(104, 100, 1.0)]
    [InlineData(128, 100, null)]
    [InlineData(1, 0, null)]
    public void ByteShare_PartOfWhole_IsAtMostOneOrUnknown(long part, long whole, double? share) =>
        Assert.Equal(share, ByteShare.Compute(part, whole));

    private static YoungSurvival Survival(string[] path) =>
        YoungSurvival.Compute(AnalysedProcess.From(Assert.Single(Tests.Samples.Load(path))))!;
}
