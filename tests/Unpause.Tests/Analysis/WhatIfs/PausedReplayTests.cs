using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Attribution.Scenarios;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Analysis.WhatIfs;

/// <summary>Replays with pauses against cases counted by hand, and against a simulation that shares no code with them.</summary>
public sealed class PausedReplayTests
{
    private static readonly QueueModel One = new(QueueDiscipline.FirstComeFirstServed, 1, null, true);

    private static PauseTimeline Timeline(params (long Start, long Length)[] pauses) =>
        PauseTimeline.Merge([.. pauses.Select(pause => pause.Start)], [.. pauses.Select(pause => pause.Length)]);

    [Fact]
    public void Serve_OneWorkerAndOnePause_DelaysThoseBehindIt()
    {
        // The first is stopped for 10 with 3 to go, the second comes in the pause, the third behind it while both are to be served.
        Assert.Equal([15, 13, 8], PausedReplay.Serve(One, [0, 7, 15], [5, 5, 3], Timeline((2, 10))));
    }

    [Fact]
    public void Serve_RequestThatEndsWhereThePauseBegins_EndsBeforeIt() =>
        Assert.Equal([5], PausedReplay.Serve(One, [0], [5], Timeline((5, 10))));

    [Fact]
    public void Serve_RequestThatNeedsNothing_IsNotServedBeforeItArrives() =>
        Assert.Equal([0], PausedReplay.Serve(One, [7], [0], Timeline((5, 10))));

    [Theory]
    [InlineData(1, false)]
    [InlineData(4, false)]
    [InlineData(2, true)]
    public void Serve_SimulatedServices_EqualTheSimulation(int workers, bool shared)
    {
        for (var seed = 1; seed <= 5; seed++)
        {
            var service = SimulatedService.Random(seed, workers, 0.6, shared, count: 1000);
            var queue = new QueueModel(
                shared ? QueueDiscipline.Shared : QueueDiscipline.FirstComeFirstServed, workers, null, true) { OutsideNanoseconds = 1000 };
            var replayed = PausedReplay.Serve(queue, service.Arrivals, service.Needs, service.Timeline());
            var measured = service.Measured();
            for (var i = 0; i < replayed.Length; i++) Assert.InRange(replayed[i] - 1000, measured[i] - 10, measured[i] + 10);
        }
    }

    [Fact]
    public void Serve_WorkersWithoutLimit_AddsOnlyOwnPauses()
    {
        var queue = new QueueModel(QueueDiscipline.Unlimited, 0, null, true);
        Assert.Equal([15, 14, 3], PausedReplay.Serve(queue, [0, 1, 12], [5, 4, 3], Timeline((2, 10))));
    }
}
