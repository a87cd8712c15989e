using Unpause.Analysis;
using Unpause.Analysis.Diagnosis.Jvm;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// One run in a log at level info, in one with phases and ages at debug, and in a flight recording, which began a little later.
/// </summary>
public class OneRunThreeWaysTests
{
    [Theory]
    [InlineData("jdk17")]
    [InlineData("jdk25")]
    public void OneRunThreeWays_SurvivalAndCopyCost_AreEqual(string version)
    {
        var (info, debug, flight) = (Of($"{version}-info.log"), Of($"{version}-debug.log"), Of($"{version}.jfr"));
        // Level info counts whole regions of 1 MB.
        AssertWithin(0.08, debug.SurvivalPercent, info.SurvivalPercent);
        // Without the first two of seven collections, which few objects survived.
        AssertWithin(0.15, debug.SurvivalPercent, flight.SurvivalPercent);
        // The phase that level info has is longer than copying: no number is better than another one.
        Assert.Null(info.CopyNanosecondsPerGiB);
        AssertWithin(0.25, debug.CopyNanosecondsPerGiB, flight.CopyNanosecondsPerGiB);
    }

    private static void AssertWithin(double share, double? expected, double? actual) =>
        Assert.InRange(actual!.Value, expected!.Value * (1 - share), expected.Value * (1 + share));

    private static YoungSurvival Of(string name) =>
        YoungSurvival.Compute(AnalysedProcess.From(Assert.Single(Tests.Samples.Load("samples", "jvm", $"threeways-g1-{name}.gz"))))!;
}
