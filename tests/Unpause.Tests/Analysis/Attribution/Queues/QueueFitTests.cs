using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Analysis.Attribution.Queues;

public sealed class QueueFitTests
{
    public static TheoryData<int, double, bool, bool> Systems => new()
    {
        { 1, 0.3, false, false }, { 1, 0.7, false, false }, { 1, 0.4, false, true },
        { 4, 0.3, false, false }, { 4, 0.7, false, false }, { 4, 0.5, false, true },
        { 16, 0.6, false, false },
        { 1, 0.3, true, false }, { 1, 0.7, true, false }, { 1, 0.4, true, true },
        { 4, 0.4, true, false }, { 4, 0.7, true, false },
    };

    [Theory]
    [MemberData(nameof(Systems))]
    public void QueueFit_SimulatedService_ReplaysTheLatenciesWithoutPauses(int workers, double load, bool shared, bool bursts)
    {
        for (var seed = 1; seed <= 2; seed++)
        {
            var service = SimulatedService.Random(seed, workers, load, shared, bursts);
            var (requests, pauses) = (service.Requests(), service.Timeline());
            var model = Best(requests, pauses);
            Assert.True(model.Fits);
            Assert.Equal(
                (shared ? QueueDiscipline.Shared : QueueDiscipline.FirstComeFirstServed, workers), (model.Discipline, model.Workers));
            var estimated = Estimate(model, requests, pauses);
            var truth = service.WithoutPauses();
            // Rounding to whole nanoseconds moves a replayed completion by a few of them; shared time adds them up.
            for (var i = 0; i < truth.Length; i++) Assert.InRange(estimated[i] - truth[i], -10_000, 10_000);
        }
    }

    [Theory]
    [InlineData(1, 0.3, false, false, 2)]
    [InlineData(1, 0.6, false, false, 6)]
    [InlineData(1, 0.4, false, true, 2)]
    [InlineData(4, 0.7, false, false, 3)]
    [InlineData(1, 0.4, true, false, 4)]
    public void QueueFit_TimeOutsideTheQueue_IsFoundAndLeftOut(
        int workers, double load, bool shared, bool bursts, double outsideMs)
    {
        for (var seed = 1; seed <= 2; seed++)
        {
            var inside = SimulatedService.Random(seed, workers, load, shared, bursts);
            var service = new SimulatedService
            {
                Arrivals = inside.Arrivals,
                Needs = inside.Needs,
                Pauses = inside.Pauses,
                Workers = workers,
                Shared = shared,
                Outside = (long)(outsideMs * SimulatedService.Ms),
            };
            var (requests, pauses) = (service.Requests(), service.Timeline());
            var model = Best(requests, pauses);
            Assert.True(model.Fits);
            Assert.Equal(
                (shared ? QueueDiscipline.Shared : QueueDiscipline.FirstComeFirstServed, workers), (model.Discipline, model.Workers));
            Assert.InRange(model.OutsideNanoseconds, service.Outside * 0.9, service.Outside * 1.1);
            var (estimated, truth) = (Estimate(model, requests, pauses), service.WithoutPauses());
            foreach (var percent in (double[])[50, 90, 99, 99.9])
            {
                var expected = SimulatedService.Percentile(truth, percent);
                Assert.InRange(SimulatedService.Percentile(estimated, percent), expected * 0.98, expected * 1.02);
            }
        }
    }

    [Fact]
    public void QueueFit_RequestsThatNeverWait_FitsWithoutWaiting()
    {
        var service = SimulatedService.Random(5, 100_000, 0.5, needMs: 50);
        var model = Best(service.Requests(), service.Timeline());
        Assert.True(model.Fits);
        var (estimated, truth) = (Estimate(model, service.Requests(), service.Timeline()), service.WithoutPauses());
        var expected = SimulatedService.Percentile(truth, 99);
        Assert.InRange(SimulatedService.Percentile(estimated, 99), expected * 0.98, expected * 1.02);
        Assert.Contains(
            QueueFit.Find(new QueueSample(service.Requests(), service.Timeline())), found => found.Discipline == QueueDiscipline.Unlimited);
    }

    [Fact]
    public void QueueFit_NoOvertaking_IsNotShared()
    {
        // So few that chance alone would let several models pass.
        for (var seed = 1; seed <= 20; seed++)
        {
            var service = SimulatedService.Random(seed, 1, 0.5, count: 400);
            Assert.NotEqual(QueueDiscipline.Shared, Best(service.Requests(), service.Timeline()).Discipline);
        }
    }

    [Fact]
    public void QueueFit_RequestsThatNeverOverlap_NeedNoModel()
    {
        var requests = RequestArray.Create([0, 1000, 2000], [900, 900, 900], [0, 1, 2]);
        Assert.Equal(QueueModel.NeverTwo, Best(requests, PauseTimeline.Merge([], [])));
    }

    [Fact]
    public void QueueFit_TooFewRequests_AssumesOneQueue()
    {
        var service = SimulatedService.Random(1, 1, 0.5, count: 60);
        Assert.Equal(QueueModel.Assumed, Best(service.Requests(), service.Timeline()));
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(3, false)]
    [InlineData(1, true)]
    [InlineData(3, true)]
    public void QueueModel_WithoutPauses_ReplaysTheMeasuredLatencies(int workers, bool shared)
    {
        var service = SimulatedService.Random(9, 2, 0.8, shared, everyMs: 1e12);
        var (requests, pauses) = (service.Requests(), service.Timeline());
        var model = new QueueModel(shared ? QueueDiscipline.Shared : QueueDiscipline.FirstComeFirstServed, workers, null, Fits: true);
        var estimated = Estimate(model, requests, pauses);
        if (workers == 1 && !shared) Assert.All(estimated.Zip(requests.Durations), pair => Assert.True(pair.First <= pair.Second));
        else Assert.All(estimated.Zip(requests.Durations), pair => Assert.InRange(pair.First - pair.Second, -10_000, 10_000));
    }

    [Fact]
    public void QueueFit_HeavierTailThanTheSample_DoesNotFail()
    {
        // Arrivals out of any order a queue could give: random latencies over four orders of magnitude.
        var random = new Random(3);
        var starts = Enumerable.Range(0, 5000).Select(i => i * 1_000_000L).ToArray();
        var latencies = starts.Select(_ => random.NextInt64(1L << random.Next(10, 36))).ToArray();
        var requests = RequestArray.Create(starts, latencies, [.. Enumerable.Range(0, 5000)]);
        var pauses = PauseTimeline.Merge([1_000_000_000, 3_000_000_000], [500_000_000, 100_000_000]);
        foreach (var model in (QueueModel[])
            [Best(requests, pauses), QueueModel.Assumed, new(QueueDiscipline.Shared, 1, null, false)])
        {
            var estimated = Estimate(model, requests, pauses);
            for (var i = 0; i < estimated.Length; i++)
            {
                Assert.InRange(estimated[i], 0, latencies[i] - pauses.Stopped(starts[i], starts[i] + latencies[i]));
            }
        }
    }

    /// <summary>An idle server needs 0.2 to 0.5 ms to wake up. A hundredth of the time, that is too little to matter.</summary>
    [Fact]
    public void QueueFit_IdleServerWakesUpSlowly_FindsTheWorker()
    {
        var service = SimulatedService.Random(1, 1, 0.06, count: 2000, needMs: 1, pauseMs: 60, everyMs: 1000);
        var (random, latencies, free) = (new Random(1), new long[service.Arrivals.Length], 0L);
        var pauses = service.Timeline();
        for (var i = 0; i < latencies.Length; i++)
        {
            var start = Math.Max(free, service.Arrivals[i]);
            var wake = start > free ? (long)((0.2 + (0.3 * random.NextDouble())) * SimulatedService.Ms) : 0;
            free = start + wake + SimulatedService.Ms;
            for (var stopped = 0L; pauses.Stopped(start, free) is var more && more != stopped; stopped = more) free += more - stopped;
            latencies[i] = free - service.Arrivals[i];
        }

        var requests = RequestArray.Create([.. service.Arrivals], latencies, [.. Enumerable.Range(0, latencies.Length)]);
        var model = Best(requests, pauses);
        Assert.True(model.Fits);
        Assert.Equal((QueueDiscipline.FirstComeFirstServed, 1), (model.Discipline, model.Workers));
    }

    private static long[] Estimate(QueueModel model, RequestArray requests, PauseTimeline pauses)
    {
        var latencies = new long[requests.Count];
        model.Demands(requests.Starts, requests.Durations, pauses, latencies);
        model.Replay(requests.Starts, latencies);
        return [.. latencies.Select((latency, i) => Math.Min(
            latency, requests.Durations[i] - pauses.Stopped(requests.Starts[i], requests.Starts[i] + requests.Durations[i])))];
    }

    private static QueueModel Best(RequestArray requests, PauseTimeline pauses) => QueueFit.Find(new QueueSample(requests, pauses))[0];
}
