using Unpause.Fleet.Questions;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>Seeded trials of deploys with known truth: how often the verdict is right.</summary>
public class DeployTrialsTests(ITestOutputHelper output)
{
    private const int Trials = 100, AnnotatedHour = 60;

    [Fact]
    public void RollingDeploy_EightHostsWithoutEffect_IsNotCalledBetterOrWorse()
    {
        var counts = Count(seed => Rolling(seed, 8, 1));
        Assert.InRange(counts[FleetDeployDocument.Worse] + counts[FleetDeployDocument.Better], 0, 5);
    }

    [Fact]
    public void RollingDeploy_ThirtyHostsWithoutEffect_IsCalledWithoutEffect() =>
        Assert.InRange(Count(seed => Rolling(seed, 30, 1))[FleetDeployDocument.NoEffect], 95, 100);

    [Fact]
    public void RollingDeploy_EightHostsTenPercentWorse_IsCalledWorse() =>
        Assert.InRange(Count(seed => Rolling(seed, 8, 1.1))[FleetDeployDocument.Worse], 90, 100);

    [Fact]
    public void RollingDeploy_EightHostsTenPercentBetter_IsCalledBetter() =>
        Assert.InRange(Count(seed => Rolling(seed, 8, 1 / 1.1))[FleetDeployDocument.Better], 90, 100);

    [Fact]
    public void SideBySide_OtherHostsWithoutEffect_IsNotCalledBetterOrWorse()
    {
        var counts = Count(seed => SideBySide(seed, 8, 1, 0.065));
        Assert.InRange(counts[FleetDeployDocument.Worse] + counts[FleetDeployDocument.Better], 0, 5);
    }

    [Fact]
    public void SideBySide_FortyProcessesWithoutEffect_IsCalledWithoutEffect() =>
        Assert.InRange(Count(seed => SideBySide(seed, 40, 1, 0.065))[FleetDeployDocument.NoEffect], 95, 100);

    [Theory]
    [InlineData(0.05, 80)]
    [InlineData(0.065, 50)]
    [InlineData(0.08, 35)]
    public void SideBySide_EightProcessesTenPercentWorse_IsCalledWorse(double spread, int least) =>
        Assert.InRange(Count(seed => SideBySide(seed, 8, 1.1, spread))[FleetDeployDocument.Worse], least, 100);

    [Fact]
    public void SideBySide_SixteenProcessesTenPercentWorse_IsCalledWorse() =>
        Assert.InRange(Count(seed => SideBySide(seed, 16, 1.1, 0.065))[FleetDeployDocument.Worse], 90, 100);

    [Theory]
    [InlineData(0)]
    [InlineData(0.7)]
    [InlineData(0.9)]
    public void ChangeAtOnce_HoursAreCorrelated_IsNotCalledBetterOrWorse(double memory)
    {
        var counts = Count(seed => AtOnce(seed, 8, 1, memory, 1));
        Assert.InRange(counts[FleetDeployDocument.Worse] + counts[FleetDeployDocument.Better], 0, 5);
    }

    [Fact]
    public void ChangeAtOnce_MoreRequestsFromThatMomentOn_IsNotCalledBetterOrWorse()
    {
        var counts = Count(seed => AtOnce(seed, 8, 1, 0.5, 1.4));
        Assert.InRange(counts[FleetDeployDocument.Worse] + counts[FleetDeployDocument.Better], 0, 5);
    }

    [Fact]
    public void ChangeAtOnce_HalfTheStopTime_IsCalledBetter() =>
        Assert.InRange(Count(seed => AtOnce(seed, 8, 0.5, 0.7, 1))[FleetDeployDocument.Better], 90, 100);

    // Not a promise: without hours in common a lasting step of the load cannot be told from the deploy, and each interval says so.
    [Fact]
    public void ChangeAtOnce_LastingStepOfLoadAtThatMoment_HasAReason()
    {
        var documents = new List<FleetDeployDocument>();
        var counts = Count(seed =>
        {
            var step = Math.Exp(0.2 * new SimulatedFleet(seed + 5_000).Normal());
            return AtOnce(seed, 8, step, 0, 1);
        }, documents);
        Assert.InRange(counts[FleetDeployDocument.NoEffect], 0, Trials);
        Assert.All(documents, document => Assert.NotNull(document.Reason));
    }

    // Only an annotation marks the change: the version stays the same, and the processes may.
    [Theory]
    [InlineData(0, false)]
    [InlineData(0.7, false)]
    [InlineData(0.9, false)]
    [InlineData(0.7, true)]
    public void AnnotatedChange_WithoutEffect_IsNotCalledBetterOrWorse(double memory, bool restarts)
    {
        var counts = Count(seed => Annotated(seed, 8, 1, memory, restarts), marks: true);
        Assert.InRange(counts[FleetDeployDocument.Worse] + counts[FleetDeployDocument.Better], 0, 5);
    }

    [Theory]
    [InlineData(0.5, FleetDeployDocument.Better)]
    [InlineData(2, FleetDeployDocument.Worse)]
    public void AnnotatedChange_HalfOrTwiceTheStopTime_IsCalled(double effect, string verdict) =>
        Assert.InRange(Count(seed => Annotated(seed, 8, effect, 0.7, false), marks: true)[verdict], 90, 100);

    private static SimulatedFleet Annotated(int seed, int processes, double effect, double memory, bool restarts)
    {
        var fleet = new SimulatedFleet(seed) { HourMemory = memory };
        for (var i = 0; i < processes; i++) fleet.Add("1", $"h{i}", $"p{i}", 0, AnnotatedHour);
        for (var i = 0; i < processes; i++)
            fleet.Add("1", $"h{i}", restarts ? $"q{i}" : $"p{i}", AnnotatedHour, AnnotatedHour + 1, effect);
        return fleet;
    }

    private static SimulatedFleet Rolling(int seed, int hosts, double effect)
    {
        // Hosts are changed one after another, over twelve hours.
        var fleet = new SimulatedFleet(seed);
        for (var host = 0; host < hosts; host++)
        {
            var at = 24 + (12 * host / hosts);
            fleet.Add("1", $"h{host}", $"old{host}", 0, at + 12);
            fleet.Add("2", $"h{host}", $"new{host}", at, 36, effect);
        }

        return fleet;
    }

    private static SimulatedFleet SideBySide(int seed, int processes, double effect, double spread)
    {
        var fleet = new SimulatedFleet(seed) { HostSpread = 0, ProcessSpread = spread };
        for (var i = 0; i < processes; i++)
        {
            fleet.Add("1", $"a{i}", $"old{i}", 0, 48);
            fleet.Add("2", $"b{i}", $"new{i}", 24, 24, effect);
        }

        return fleet;
    }

    private static SimulatedFleet AtOnce(int seed, int processes, double effect, double memory, double load)
    {
        var fleet = new SimulatedFleet(seed) { HourMemory = memory };
        for (var i = 0; i < processes; i++) fleet.Add("1", $"h{i}", $"old{i}", 0, 60);
        for (var i = 0; i < processes; i++) fleet.Add("2", $"h{i}", $"new{i}", 60, 60, effect, load: load);
        return fleet;
    }

    private Dictionary<string, int> Count(Func<int, SimulatedFleet> make, List<FleetDeployDocument>? documents = null, bool marks = false)
    {
        var counts = new Dictionary<string, int>
        {
            [FleetDeployDocument.Better] = 0, [FleetDeployDocument.Worse] = 0, [FleetDeployDocument.NoEffect] = 0,
            [FleetDeployDocument.NotEnoughEvidence] = 0,
        };
        for (var seed = 1; seed <= Trials; seed++)
        {
            var slices = make(seed).Slices;
            var at = slices[0].Hour.AddHours(AnnotatedHour);
            var document = Assert.Single(
                DeployQuestion.Ask(slices, marks ? new([new(at, at, "a change", [])], "", ["orders"]) : null));
            counts[document.Verdict]++;
            documents?.Add(document);
        }

        output.WriteLine(string.Join(", ", counts.Select(count => $"{count.Key} {count.Value}")));
        return counts;
    }
}
