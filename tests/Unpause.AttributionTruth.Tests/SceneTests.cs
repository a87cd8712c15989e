using System.Globalization;
using Unpause.Bench.AttributionTruth;

namespace Unpause.AttributionTruth.Tests;

/// <summary>The truth, and the files that are made of it.</summary>
public class SceneTests
{
    private static readonly Cell Ordinary = new(Discipline.FirstComeFirstServed);

    /// <summary>Taking pauses away makes no request slower where the arrivals stay.</summary>
    [Theory]
    [InlineData(Discipline.FirstComeFirstServed)]
    [InlineData(Discipline.Shared)]
    [InlineData(Discipline.Unlimited)]
    public void World_WithoutPauses_HasNoSlowerRequest(Discipline discipline)
    {
        for (var seed = 1; seed <= 12; seed++)
        {
            var world = World.Simulate(Ordinary with { Discipline = discipline }, seed);
            Assert.All(world.Requests, request => Assert.True(request.WithoutLog <= request.Duration + 1e-6));
            Assert.Contains(world.Requests, request => request.WithoutLog < request.Duration - 1e-3);
        }
    }

    [Fact]
    public void World_SameSeed_IsTheSame() =>
        Assert.Equal(World.Simulate(Ordinary, 5).Requests, World.Simulate(Ordinary, 5).Requests);

    /// <summary>The twin's log explains nothing of these requests, but their own pauses do.</summary>
    [Fact]
    public void Truth_LogOfATwin_BlamesNothing()
    {
        var world = World.Simulate(Ordinary with { Confounder = Confounder.Twin }, 3);
        var truth = Truth.Of(Scene.Measure(world, 3));
        Assert.Equal(0, truth.Because);
        Assert.Contains(world.Requests, request => request.WithoutAny < request.WithoutLog - 1e-3);
    }

    /// <summary>Who comes during a stop is measured only from its end on.</summary>
    [Fact]
    public void World_ServerThatAcceptsLate_BeginsNoRequestInAStop()
    {
        var world = World.Simulate(Ordinary with { Side = Side.Accepted, Discipline = Discipline.Shared }, 3);
        Assert.All(
            world.Pauses,
            pause => Assert.DoesNotContain(
                world.Requests, request => request.Start > pause.Start && request.Start < pause.Start + pause.Length - 1e-9));
        Assert.Contains(world.Requests, request => request.Felt.Waited > request.Duration + 1e-3);
    }

    /// <summary>In the files a wrong clock moves the pauses and not the requests.</summary>
    [Fact]
    public void Scene_WrongClock_MovesTheLogAndNotTheRequests()
    {
        var folder = Directory.CreateTempSubdirectory("truth-").FullName;
        try
        {
            var scene = Scene.Measure(World.Simulate(Ordinary with { Clock = ClockFault.Seconds }, 6), 6);
            UnderTest.Write(folder, scene);
            var line = File.ReadLines(Path.Combine(folder, "gc.log")).First(text => text.Contains("gc,start", StringComparison.Ordinal));
            var shown = DateTimeOffset.Parse(line[1..29], CultureInfo.InvariantCulture).ToUnixTimeMilliseconds() / 1e3;
            Assert.InRange(shown - Scene.Start - scene.World.Pauses[0].Start, scene.Ahead.First - 0.002, scene.Ahead.First + 0.001);
            Assert.InRange(Math.Abs(scene.Ahead.First), 2, 30);
            Assert.Equal(-scene.Ahead.First * 1e3, Truth.Of(scene).OffsetMilliseconds.First);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Scene_ClockFault_StepsOnceOrDriftsThroughout()
    {
        foreach (var seed in new[] { 1, 2, 3, 4 })
        {
            var step = Scene.Measure(World.Simulate(Ordinary with { Clock = ClockFault.Step }, seed), seed);
            Assert.Equal(0, step.OfLog(1) - step.OfRequests(1), 5);
            Assert.Equal(step.Ahead.Last, step.OfLog(step.StepAt!.Value + 1) - step.OfRequests(step.StepAt.Value + 1), 5);
        }

        var drift = Scene.Measure(World.Simulate(Ordinary with { Clock = ClockFault.Drift }, 2), 2);
        var half = (World.Lead + drift.World.Setting.Duration) / 2;
        Assert.Equal(drift.Ahead.Last / 2, drift.OfLog(half) - drift.OfRequests(half), 5);
    }

    [Fact]
    public void Matrix_EveryCell_HasItsOwnNameAndAWorld()
    {
        Assert.Equal(Matrix.Single.Count, Matrix.Single.Select(cell => cell.Name).Distinct().Count());
        Assert.Equal(Matrix.Crossed.Count, Matrix.Crossed.Select(cell => cell.Name).Distinct().Count());
        foreach (var cell in Matrix.Single)
        {
            var scene = Scene.Measure(World.Simulate(cell, 11), 11);
            Assert.InRange(scene.World.Requests.Count, 400, 200_000);
            Assert.True(Truth.Of(scene).Slow > 0, cell.Name);
            if (!cell.FewPauses) Assert.InRange(scene.World.Pauses.Count, Score.EnoughPauses, 1500);
        }
    }
}
