using Unpause.Fleet.Questions;
using Unpause.Fleet.Rows;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

public class DeployQuestionTests
{
    [Fact]
    public void Ask_Rollback_IsTwoChanges()
    {
        var fleet = new SimulatedFleet(1);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 24, 30, 1.5);
            fleet.Add("1", $"h{i}", $"c{i}", 48, 30);
        }

        var documents = DeployQuestion.Ask(fleet.Slices);
        Assert.Equal([("2", "1"), ("1", "2")], documents.Select(document => (document.Before, document.After)));
        Assert.Equal([FleetDeployDocument.Better, FleetDeployDocument.Worse], documents.Select(document => document.Verdict));
        Assert.Equal(["2026-11-04T00:00:00Z", "2026-11-03T00:00:00Z"], documents.Select(document => document.At));
        Assert.All(documents, document => Assert.True(document.SameHours));
        Assert.All(documents, document => Assert.Equal("requests", document.Per));
        // Processes of version 1 before and after the run of version 2 share hours with it.
        Assert.Equal([(8, 8), (16, 8)], documents.Select(document => (document.ProcessesBefore, document.ProcessesAfter)));
        Assert.All(documents, document => Assert.NotNull(document.ReportBefore));
        Assert.Null(documents[0].Reason);
        Assert.NotNull(documents[0].P99BeforeMs);
    }

    [Fact]
    public void Ask_ThreeVersionsAtOnce_ComparesBothWithTheOneBefore()
    {
        var fleet = new SimulatedFleet(2);
        for (var i = 0; i < 10; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 60);
            fleet.Add("2", $"g{i}", $"b{i}", 20, 40, 1.6);
            fleet.Add("3", $"f{i}", $"c{i}", 20, 40, 0.6);
        }

        var documents = DeployQuestion.Ask(fleet.Slices);
        Assert.Equal([("1", "2", FleetDeployDocument.Worse), ("1", "3", FleetDeployDocument.Better)],
            documents.Select(document => (document.Before, document.After, document.Verdict)));
        Assert.All(documents, document => Assert.Contains("hosts", document.Reason, StringComparison.Ordinal));
    }

    [Fact]
    public void Ask_ThreeVersionsFromTheFirstHourOn_TakesTheOneThatEndsFirstAsOldest()
    {
        var fleet = new SimulatedFleet(3);
        for (var i = 0; i < 4; i++)
        {
            fleet.Add("b", $"h{i}", $"b{i}", 0, 20);
            fleet.Add("a", $"g{i}", $"a{i}", 0, 30);
            fleet.Add("c", $"f{i}", $"c{i}", 0, 40);
        }

        Assert.Equal([("b", "a"), ("b", "c")], DeployQuestion.Ask(fleet.Slices).Select(document => (document.Before, document.After)));
    }

    [Fact]
    public void Ask_OneProcessOfTheNewVersion_HasAnIntervalButNoVerdict()
    {
        var fleet = new SimulatedFleet(4);
        for (var i = 0; i < 8; i++) fleet.Add("1", $"h{i}", $"a{i}", 0, 60);
        fleet.Add("2", "g", "b", 20, 40, 2);
        var document = Assert.Single(DeployQuestion.Ask(fleet.Slices));
        Assert.Equal(FleetDeployDocument.NotEnoughEvidence, document.Verdict);
        Assert.Equal(1, document.ProcessesAfter);
        Assert.Contains("fewer than", document.Reason, StringComparison.Ordinal);
        Assert.InRange(document.ChangePercent!.Value, 50, 180);
    }

    [Fact]
    public void Ask_HelpersWithoutRequests_AreLeftOut()
    {
        var fleet = new SimulatedFleet(6);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 0, 30, 0.25);
        }

        var slices = fleet.Slices.Concat(fleet.Slices.Select(slice => slice with
        {
            Process = "helper " + slice.Process, Requests = null, AllocatedBytes = 5, Stops = StopTimes.None,
        })).ToList();
        var document = Assert.Single(DeployQuestion.Ask(slices));
        Assert.Equal((FleetDeployDocument.Better, FleetDeployDocument.PerRequest, 8, 8),
            (document.Verdict, document.Per, document.ProcessesBefore, document.ProcessesAfter));
        Assert.InRange(document.ChangePercent!.Value, -80, -70);

        // Where those without requests have much of the stop time, nothing is said of requests.
        document = Assert.Single(DeployQuestion.Ask([.. fleet.Slices, .. fleet.Slices.Select(slice => slice with
        {
            Process = "worker " + slice.Process, Requests = null,
        })]));
        Assert.Equal((FleetDeployDocument.Better, FleetDeployDocument.PerAllocatedByte), (document.Verdict, document.Per));
    }

    [Theory]
    [InlineData(0.25, 0.25)] // a fix: less is allocated, and stops are shorter
    [InlineData(4, 1)] // other work, or waste
    public void Ask_OtherAllocationWithoutRequests_HasNoVerdict(double allocation, double rate)
    {
        var fleet = new SimulatedFleet(7) { HasRequests = false };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 0, 30, rate);
        }

        var document = Assert.Single(DeployQuestion.Ask([.. fleet.Slices.Select(slice =>
            slice.Version == "1" ? slice : slice with { AllocatedBytes = slice.AllocatedBytes * allocation })]));
        Assert.Equal(FleetDeployDocument.NotEnoughEvidence, document.Verdict);
        Assert.Contains("allocates", document.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Ask_OtherAllocationThatChangesNoVerdict_HasOne()
    {
        var fleet = new SimulatedFleet(8) { HasRequests = false };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 0, 30, 4);
        }

        var document = Assert.Single(DeployQuestion.Ask([.. fleet.Slices.Select(slice =>
            slice.Version == "1" ? slice : slice with { AllocatedBytes = slice.AllocatedBytes * 1.5 })]));
        Assert.Equal(FleetDeployDocument.Worse, document.Verdict);
    }

    [Fact]
    public void Ask_OneProcessEach_HasNoInterval()
    {
        var fleet = new SimulatedFleet(5);
        fleet.Add("1", "h", "a", 0, 30);
        fleet.Add("2", "h", "b", 30, 30, 2);
        var document = Assert.Single(DeployQuestion.Ask(fleet.Slices));
        Assert.Null(document.ChangePercent);
        Assert.Equal(FleetDeployDocument.NotEnoughEvidence, document.Verdict);
        Assert.False(document.SameHours);
    }

    [Fact]
    public void Ask_NoStops_IsNotEnoughEvidence()
    {
        var fleet = new SimulatedFleet(6) { StopsPerSlice = 0 };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 30);
        }

        var document = Assert.Single(DeployQuestion.Ask(fleet.Slices));
        Assert.Equal((FleetDeployDocument.NotEnoughEvidence, null, null),
            (document.Verdict, document.ChangePercent, document.P99BeforeMs));
        Assert.Contains("stops", document.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, true, "allocated_bytes")]
    [InlineData(false, false, "seconds")]
    public void Ask_WithoutRequests_DividesByWhatAllHave(bool requests, bool allocations, string per)
    {
        var fleet = new SimulatedFleet(7) { HasRequests = requests, HasAllocations = allocations };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 30, 1.5);
        }

        var document = Assert.Single(DeployQuestion.Ask(fleet.Slices));
        Assert.Equal((per, FleetDeployDocument.Worse), (document.Per, document.Verdict));
    }

    [Fact]
    public void Ask_RequestsOfAPartOfEachHour_DividesByTheNextMeasure()
    {
        var fleet = new SimulatedFleet(7) { HasRequests = true, HasAllocations = true };
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 30, 1.5);
        }

        Assert.Equal("requests", Assert.Single(DeployQuestion.Ask(fleet.Slices)).Per);
        var sampled = fleet.Slices.Select(slice => slice with { RequestsAreSample = true }).ToList();
        Assert.Equal("allocated_bytes", Assert.Single(DeployQuestion.Ask(sampled)).Per);
    }

    [Fact]
    public void Ask_NewVersionServesLessOfTheSameKind_HasNoEffect()
    {
        var fleet = new SimulatedFleet(8);
        for (var i = 0; i < 30; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 60);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 60, load: 0.5);
        }

        Assert.Equal(FleetDeployDocument.NoEffect, Assert.Single(DeployQuestion.Ask(fleet.Slices)).Verdict);
    }

    [Fact]
    public void Ask_NewVersionWithoutAnyStop_IsBetter()
    {
        var fleet = new SimulatedFleet(9);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 30);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 30, 0);
        }

        Assert.Equal(FleetDeployDocument.Better, Assert.Single(DeployQuestion.Ask(fleet.Slices)).Verdict);
    }

    [Fact]
    public void Ask_OneVersionOrNone_HasNoDeploys()
    {
        var fleet = new SimulatedFleet(10);
        fleet.Add("1", "h", "a", 0, 30);
        Assert.Empty(DeployQuestion.Ask(fleet.Slices));
        Assert.Empty(DeployQuestion.Ask([]));
        Assert.Empty(DeployQuestion.Ask([.. fleet.Slices.Select(slice => slice with { Version = "" })]));
    }

    [Fact]
    public void Ask_SlicesInAnyOrder_GivesTheSame()
    {
        var fleet = new SimulatedFleet(11);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 60);
            fleet.Add("2", $"h{i}", $"b{i}", 60, 60, 0.4);
        }

        var shuffled = fleet.Slices.OrderBy(slice => HashCode.Combine(slice.Process, slice.Hour.Ticks % 977)).ToList();
        var (one, other) = (Assert.Single(DeployQuestion.Ask(fleet.Slices)), Assert.Single(DeployQuestion.Ask(shuffled)));
        Assert.Equal(one.Verdict, other.Verdict);
        Assert.Equal(one.ChangePercent!.Low, other.ChangePercent!.Low, 1);
    }

    [Fact]
    public void Ask_HostileNumbers_AreLeftOut()
    {
        foreach (var slices in HostileSlices.All()) FleetJsonCheck.Write(deploys: DeployQuestion.Ask(slices));
    }

    [Fact]
    public void Ask_HostileSlicesAmongSoundOnes_ChangeNothing()
    {
        var fleet = new SimulatedFleet(12);
        for (var i = 0; i < 8; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 40);
            fleet.Add("2", $"h{i}", $"b{i}", 20, 40, 1.5);
        }

        var sound = Assert.Single(DeployQuestion.Ask(fleet.Slices));
        var bad = fleet.Slices[0] with { CoveredSeconds = double.NaN };
        var worse = fleet.Slices[0] with { Stops = StopTimes.None with { Count = -1, SumSeconds = double.PositiveInfinity } };
        Assert.Equal(sound with { ReportBefore = null, ReportAfter = null },
            Assert.Single(DeployQuestion.Ask([.. fleet.Slices, bad, worse])) with { ReportBefore = null, ReportAfter = null });
    }

    [Fact]
    public void Ask_ManyVersions_IsBounded()
    {
        var fleet = new SimulatedFleet(13);
        for (var i = 0; i < 3_000; i++) fleet.Add($"v{i}", "h", $"p{i}", i, 2);
        var watch = System.Diagnostics.Stopwatch.StartNew();
        Assert.Equal(100, DeployQuestion.Ask(fleet.Slices).Count);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(10));
    }
}
