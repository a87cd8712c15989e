using Unpause.Fleet.Annotations;
using Unpause.Fleet.Questions;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

public class AnnotatedDeployTests
{
    private const string Service = "orders";

    private static readonly DateTimeOffset Start = new(2026, 11, 2, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("1")]
    [InlineData("")] // reports without a version
    public void Ask_ChangeWithoutAnotherVersion_ComparesBeforeAndAfter(string version)
    {
        var fleet = Changed(1, 8, 0.5, version);
        var document = Assert.Single(Ask(fleet, At(60.2, "Raise the heap to 4 GiB", "service:orders")));
        Assert.Equal((version, version, FleetDeployDocument.Better, false),
            (document.Before, document.After, document.Verdict, document.SameHours));
        Assert.Equal(("2026-11-04T12:12:00Z", "Raise the heap to 4 GiB", "2026-11-04T12:12:00Z"),
            (document.At, document.Annotation!.Text, document.Annotation.At));
        Assert.InRange(document.ChangePercent!.Value, -60, -40);
        Assert.Equal((8, 8), (document.ProcessesBefore, document.ProcessesAfter));
        Assert.Contains("annotation", document.Reason, StringComparison.Ordinal);
        Assert.NotNull(document.ReportBefore);
    }

    [Fact]
    public void Ask_AnnotationOfAnotherService_ComparesNothing()
    {
        var fleet = Changed(2, 8, 0.5, "1");
        for (var i = 0; i < 4; i++) fleet.Add("7", $"h{i}", $"s{i}", 0, 121, service: "search");
        Assert.Equal("search", Assert.Single(Ask(fleet, At(60, "x", "service:search"))).Service);
        Assert.Empty(Ask(fleet, At(60, "weekly release")));
        Assert.Empty(Ask(fleet, At(60, "x", "service:payments")));
    }

    [Fact]
    public void Ask_AnnotationOutsideOfTheRecordedTime_ComparesNothing()
    {
        var fleet = Changed(3, 8, 0.5, "1");
        Assert.Empty(Ask(fleet, At(-5, "orders"), At(0.5, "orders"), At(120.5, "orders"), At(500, "orders")));
    }

    [Theory]
    [InlineData(24.3, "orders 2", true)]
    [InlineData(23.2, "orders 2", true)]
    [InlineData(25.9, "weekly release", true)]
    [InlineData(35, "orders 2", true)] // at the end of the rollout
    [InlineData(35, "weekly release", false)]
    [InlineData(12, "weekly release", false)]
    public void Ask_AnnotationAtAChangeOfVersion_NamesIt(double hour, string text, bool isNamed)
    {
        var fleet = Rolling(4);
        // A second service, without a change.
        for (var i = 0; i < 4; i++) fleet.Add("7", $"h{i}", $"s{i}", 0, 60, service: "search");
        var document = Assert.Single(Ask(fleet, At(hour, text)));
        Assert.Equal(("1", "2", isNamed ? text : null), (document.Before, document.After, document.Annotation?.Text));
        Assert.Equal("2026-11-03T00:00:00Z", document.At);
        Assert.Equal((FleetDeployDocument.Worse, true), (document.Verdict, document.SameHours));
    }

    [Fact]
    public void Ask_SeveralAtAChangeOfVersion_TakesTheNearestAndMarksNoOther()
    {
        var document = Assert.Single(Ask(Rolling(5), At(23.5, "orders: build"), At(24.2, "orders: start"), At(25.5, "orders: end")));
        Assert.Equal("orders: start", document.Annotation!.Text);
    }

    [Fact]
    public void Ask_AnnotationsOfNeighbouringHours_AreOneChange()
    {
        var document = Assert.Single(Ask(Changed(6, 8, 0.5, "1"), At(59.9, "orders: start"), At(60.4, "orders: end")));
        Assert.Equal(("orders: start", FleetDeployDocument.Better), (document.Annotation!.Text, document.Verdict));
    }

    [Fact]
    public void Ask_AnotherChangeLater_EndsTheComparedTime()
    {
        // Half the stop time after hour 40, all of it again after hour 80.
        var fleet = new SimulatedFleet(7);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"p{i}", 0, 40);
            fleet.Add("1", $"h{i}", $"p{i}", 40, 40, 0.5);
            fleet.Add("1", $"h{i}", $"p{i}", 80, 40);
        }

        var documents = Ask(fleet, At(40, "orders: half"), At(80, "orders: back"));
        Assert.Equal(["orders: back", "orders: half"], documents.Select(document => document.Annotation!.Text));
        Assert.Equal([FleetDeployDocument.Worse, FleetDeployDocument.Better], documents.Select(document => document.Verdict));
        Assert.InRange(documents[1].ChangePercent!.Value, -57, -43);
    }

    [Fact]
    public void Ask_AnnotationOfATime_LeavesTheTimeOut()
    {
        // In the change itself, stops are ten times as long.
        var fleet = new SimulatedFleet(8) { HourSpread = 0.05 };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"p{i}", 0, 40);
            fleet.Add("1", $"h{i}", $"p{i}", 40, 6, 10);
            fleet.Add("1", $"h{i}", $"p{i}", 46, 40);
        }

        var (at, end) = (Start.AddHours(40.1), Start.AddHours(45.9));
        var document = Assert.Single(Ask(fleet, new DeployAnnotation(at, end, "orders", [])));
        Assert.InRange(document.ChangePercent!.Value, -15, 15);
    }

    [Fact]
    public void Ask_FewProcessesOrHours_IsNotEnoughEvidence()
    {
        Assert.Equal(FleetDeployDocument.NotEnoughEvidence, Assert.Single(Ask(Changed(9, 2, 0.3, "1"), At(60, "orders"))).Verdict);
        Assert.Equal(FleetDeployDocument.NotEnoughEvidence, Assert.Single(Ask(Changed(9, 8, 0.3, "1"), At(119, "orders"))).Verdict);
    }

    [Fact]
    public void Ask_RecordingsOfSixHours_LeavesOutTheOneOfTheChange()
    {
        var fleet = new SimulatedFleet(10) { Step = TimeSpan.FromHours(6) };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 12);
            fleet.Add("1", $"h{i}", $"a{i}", 12, 12, 0.3);
        }

        Assert.Equal(FleetDeployDocument.Better, Assert.Single(Ask(fleet, At(75, "orders"))).Verdict);
    }

    [Fact]
    public void Ask_ThousandsOfAnnotations_IsBounded()
    {
        var fleet = new SimulatedFleet(11);
        for (var i = 0; i < 1_000; i++) fleet.Add($"v{i}", $"h{i % 4}", $"p{i}", i, 6);
        for (var i = 0; i < 4; i++) fleet.Add("7", $"h{i}", $"s{i}", 0, 1_000, service: "search");
        var watch = System.Diagnostics.Stopwatch.StartNew();
        var documents = Ask(fleet, [.. Enumerable.Range(0, 5_000).Select(i => At(i / 5.0, i % 7 == 0 ? "orders" : "search"))]);
        Assert.InRange(documents.Count, 1, 400);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(20));
    }

    [Fact]
    public void Ask_HostileSlices_AreLeftOut()
    {
        foreach (var slices in HostileSlices.All())
        {
            var annotations = new ServiceAnnotations(
                [At(1, "orders"), At(-1e5, "orders"), At(5e7, "orders")], "deploy", slices.Select(slice => slice.Service).Distinct());
            FleetJsonCheck.Write(deploys: DeployQuestion.Ask(slices, annotations));
        }
    }

    private static IReadOnlyList<FleetDeployDocument> Ask(SimulatedFleet fleet, params IReadOnlyList<DeployAnnotation> annotations) =>
        DeployQuestion.Ask(
            fleet.Slices, new ServiceAnnotations(annotations, "deploy", fleet.Slices.Select(slice => slice.Service).Distinct()));

    private static DeployAnnotation At(double hour, string text, params string[] tags) =>
        new(Start.AddHours(hour), Start.AddHours(hour), text, ["deploy", .. tags]);

    /// <summary>Processes of a fleet that change in hour 60, and go on to run.</summary>
    private static SimulatedFleet Changed(int seed, int processes, double effect, string version)
    {
        var fleet = new SimulatedFleet(seed);
        for (var i = 0; i < processes; i++)
        {
            fleet.Add(version, $"h{i}", $"p{i}", 0, 61, service: Service);
            fleet.Add(version, $"h{i}", $"p{i}", 61, 60, effect, service: Service);
        }

        return fleet;
    }

    private static SimulatedFleet Rolling(int seed)
    {
        var fleet = new SimulatedFleet(seed);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 36, service: Service);
            fleet.Add("2", $"h{i}", $"b{i}", 24, 36, 1.5, service: Service);
        }

        return fleet;
    }
}
