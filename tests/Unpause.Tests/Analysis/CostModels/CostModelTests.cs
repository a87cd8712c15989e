using Unpause.Analysis.CostModels;
using Unpause.Recordings;

namespace Unpause.Tests.Analysis.CostModels;

/// <summary>Models of one recording against what the same program spent with other limits.</summary>
public class CostModelTests
{
    private const double Mebi = 1 << 20;

    private static Recording Load(string file) => Assert.Single(Samples.Load("tests", "Unpause.Tests", "fixtures", "models", file));

    private static CostModel Churn(int mebibytes) =>
        CostModel.Fit(Assert.Single(Samples.Load("samples", "node", "model", $"churn-{mebibytes}.trace.gz")))!;

    private static CostModel Model(string file) => CostModel.Fit(Load(file), null, out _)!;

    /// <summary>What the JVM's own beans counted (README.md of the fixtures), in percent.</summary>
    [Theory]
    [InlineData("parallel-800m.log.gz", 500, 30.8)]
    [InlineData("parallel-800m.log.gz", 800, 21.3)]
    [InlineData("parallel-800m.log.gz", 1600, 15.9)]
    [InlineData("parallel-500m.log.gz", 800, 21.3)]
    [InlineData("dotnet.nettrace.gz", 300, 49.7)]
    [InlineData("dotnet.nettrace.gz", 1200, 28.4)]
    [InlineData("dotnet-300m.nettrace.gz", 300, 49.7)]
    public void CostModel_AnotherLimit_PredictsTheMeasuredCost(string file, double mebibytes, double measured)
    {
        var point = Model(file).At(mebibytes * Mebi)!.Value;
        Assert.InRange(point.Percent, measured - 4, measured + 4);
        Assert.InRange(measured, point.Low - 1, point.High + 1);
    }

    /// <summary>Node.js: from 192 MiB to what was measured with other limits (samples/node/works.js), with steps of marking.</summary>
    [Theory]
    [InlineData(96)]
    [InlineData(384)]
    public void CostModel_AnotherOldSpace_PredictsTheMeasuredCost(int mebibytes)
    {
        var measured = Churn(mebibytes).Work.Sum.Percent;
        var point = Churn(192).At(mebibytes * Mebi)!.Value;
        Assert.InRange(point.Percent, measured - 5, measured + 5);
        Assert.InRange(measured, point.Low, point.High);
    }

    /// <summary>Go: from GOGC=100 to the goals that other values of GOGC had.</summary>
    [Theory]
    [InlineData("go-gogc50.gctrace", 4)]
    [InlineData("go-gogc200.gctrace", 4)]
    public void CostModel_AnotherGogc_PredictsTheMeasuredCost(string other, double points)
    {
        var measured = Model(other);
        var predicted = Model("go-gogc100.gctrace").At(measured.Formula.NowBytes)!.Value;
        Assert.InRange(predicted.Percent, measured.Work.Sum.Percent - points, measured.Work.Sum.Percent + points);
    }

    [Theory]
    [InlineData("parallel-800m.log.gz")]
    [InlineData("dotnet.nettrace.gz")]
    [InlineData("go-gogc100.gctrace")]
    public void CostModel_MoreMemory_NeverCostsMore(string file)
    {
        var model = Model(file);
        var curve = model.Curve();
        Assert.InRange(curve.Count, 4, 10);
        for (var i = 1; i < curve.Count; i++) Assert.True(curve[i].Percent <= curve[i - 1].Percent + 1e-9, $"{curve[i - 1]} {curve[i]}");
        Assert.All(curve, point => Assert.True(point.Low <= point.Percent && point.Percent <= point.High, point.ToString()));
        Assert.Equal(model.Work.Sum.Percent, model.Now!.Value.Percent, 1);
    }

    [Theory]
    [InlineData("parallel-800m.log.gz", 200)]
    [InlineData("dotnet.nettrace.gz", 200)]
    [InlineData("go-gogc100.gctrace", 150)]
    public void CostModel_LimitBelowTheLiveSet_HasNoPoint(string file, double mebibytes) => Assert.Null(Model(file).At(mebibytes * Mebi));

    /// <summary>The table takes 200 MiB, and each record a little more.</summary>
    [Theory]
    [InlineData("parallel-800m.log.gz")]
    [InlineData("dotnet.nettrace.gz")]
    [InlineData("go-gogc100.gctrace")]
    public void CostModel_LiveSet_IsThatOfTheProgram(string file) => Assert.InRange(Model(file).Work.LiveBytes / Mebi, 185, 225);

    [Theory]
    [InlineData(nameof(CostModelRefusalKind.ByObjectCounts), "samples", "python", "sessions-kept.upgc")]
    [InlineData(nameof(CostModelRefusalKind.ServerGc), "samples", "dotnet", "server.nettrace.gz")]
    [InlineData(nameof(CostModelRefusalKind.ConcurrentCpuUnknown), "tests", "Unpause.Tests", "fixtures", "jvm", "leak-z-jdk17.log.gz")]
    public void Of_WithoutFormula_SaysWhichKind(string kind, params string[] path)
    {
        Assert.Null(CostModel.Fit(Assert.Single(Samples.Load(path)), null, out var why));
        Assert.Equal(kind, why!.Kind.ToString());
    }
}
