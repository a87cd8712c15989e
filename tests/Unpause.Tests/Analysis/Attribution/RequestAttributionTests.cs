using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Owners;

namespace Unpause.Tests.Analysis.Attribution;

public sealed class RequestAttributionTests
{
    private const long Ms = SimulatedService.Ms;

    [Theory]
    [InlineData(1, 1, 0.3, false, 0, 0)]
    [InlineData(2, 1, 0.6, false, -350, 0)]
    [InlineData(3, 4, 0.5, false, 40, 0)]
    [InlineData(4, 8, 0.6, true, 1200, 0)]
    [InlineData(5, 1, 0.4, true, 0, 0)]
    [InlineData(6, 1, 0.3, false, 100, 1e-4)]
    public void Of_SimulatedService_FindsQueueClockAndPercentiles(int seed, int workers, double load, bool shared, long offsetMs,
        double drift)
    {
        var service = SimulatedService.Random(seed, workers, load, shared);
        var (measured, truth) = (service.Measured(), service.WithoutPauses());
        var threshold = SimulatedService.Percentile(measured, 95);
        var result = Judge(service.ToRequestSet(offsetMs * Ms, drift), service.ToRecording(), threshold);
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.True(result.Processes[0].Queue.Fits);
        Assert.Equal((measured.Length, 0L), (result.Count, result.Excluded));
        foreach (var (percent, estimate) in (ReadOnlySpan<(double, long?)>)[
            (50, result.WithoutBacklog!.P50Nanoseconds),
            (90, result.WithoutBacklog.P90Nanoseconds),
            (99, result.WithoutBacklog.P99Nanoseconds),
            (99.9, result.WithoutBacklog.P999Nanoseconds)
        ])
        {
            // Within the clock's remaining error, and 5 %: an offset found from data is not exact.
            var expected = SimulatedService.Percentile(truth, percent);
            var slack = (expected / 20) + (2 * result.Processes[0].Clock.ErrorBoundNanoseconds);
            Assert.InRange(estimate!.Value, expected - slack, expected + slack);
        }

        var slow = measured.Count(latency => latency > threshold);
        var because = measured.Zip(truth).Count(pair => pair.First > threshold && pair.Second <= threshold);
        Assert.Equal(slow, result.Measured.Slow);
        Assert.InRange(result.SlowBecauseOfGc!.Value, because - (slow * 0.03) - 1, because + (slow * 0.03) + 1);
        Assert.True(result.SlowBecauseOfOwnPauses <= result.SlowBecauseOfGc);
        Assert.Equal(result.Measured.Slow, result.SlowBecauseOfGc + result.NotExplained);
        Assert.Equal(100.0 * result.SlowBecauseOfGc / result.Measured.Slow, result.ExplainedPercent);
        Assert.InRange(result.PValue!.Value, 0.001, 0.05);
    }

    [Fact]
    public void Of_QueueBehindPause_IsPartOfTheGcShare()
    {
        var service = SimulatedService.Random(8, 1, 0.3);
        var result = Judge(service.ToRequestSet(), service.ToRecording(), 50 * Ms);
        Assert.True(result.WithoutOwnOverlap!.P99Nanoseconds > 2 * result.WithoutBacklog!.P99Nanoseconds);
        Assert.True(result.SlowQueuedBehindGc > 0);
        Assert.True(result.SlowBecauseOfGc > result.SlowBecauseOfOwnPauses);
    }

    [Fact]
    public void Of_PausesBetweenRequests_ChangeNothing()
    {
        // A request in every second's first half, a pause in its second half.
        var requests = Set(Enumerable.Range(0, 500).Select(i => (i * SimulatedService.Second, (100 + (i % 7)) * Ms)));
        var recording = SimulatedService.RecordingOf(
            Enumerable.Range(0, 500).Select(i => ((i * SimulatedService.Second) + (600 * Ms), 200 * Ms)), 500 * SimulatedService.Second);
        var result = Judge(requests, recording, 103 * Ms);
        Assert.Equal(
            (0L, 0L, 0L, 0L),
            (result.WithPause!.Value, result.SlowWithPause!.Value, result.SlowBecauseOfGc!.Value, result.SlowQueuedBehindGc!.Value));
        Assert.Equal(result.Measured, result.WithoutOwnOverlap);
        Assert.Equal(result.Measured, result.WithoutBacklog);
        Assert.Equal(result.Measured.Slow, result.NotExplained);
    }

    [Fact]
    public void Of_FiveRequests_MatchesTheHandCount()
    {
        // One worker, a pause from 100 to 400 ms. A and B came before it, C in it, D behind them, E long after.
        var requests = Set([(90, 320), (95, 325), (200, 230), (425, 15), (600, 10)], Ms);
        var recording = SimulatedService.RecordingOf([(100 * Ms, 300 * Ms)], 1000 * Ms, generation: Generations.Gen2);
        var result = Judge(requests, recording, 22 * Ms);
        Assert.Equal((5L, 3L, 3L, 3L), (result.Count, result.Measured.Slow, result.WithPause!.Value, result.SlowWithPause!.Value));
        // Without overlap: 20, 25, 30, 15, 10. Replayed: A 20, B 10 after A (25), C 10 at once, D 10, E 10.
        Assert.Equal((20 * Ms, 30 * Ms), (result.WithoutOwnOverlap!.P50Nanoseconds!.Value, result.WithoutOwnOverlap.MaxNanoseconds!.Value));
        Assert.Equal((10 * Ms, 25 * Ms), (result.WithoutBacklog!.P50Nanoseconds!.Value, result.WithoutBacklog.MaxNanoseconds!.Value));
        Assert.False(result.Processes[0].Queue.Fits);
        var worst = result.Worst[0];
        Assert.Equal(
            (1, 325 * Ms, 300 * Ms, 0L, 25 * Ms),
            (worst.Request, worst.DurationNanoseconds, worst.StoppedNanoseconds, worst.QueuedNanoseconds, worst.WithoutGcNanoseconds));
        var third = result.Worst[2];
        Assert.Equal(
            (2, 200 * Ms, 20 * Ms, 10 * Ms),
            (third.Request, third.StoppedNanoseconds, third.QueuedNanoseconds, third.WithoutGcNanoseconds));
        Assert.Equal([new CollectionsInRequest(Generations.Gen2, 1, 200 * Ms)], third.Collections);
    }

    [Fact]
    public void Worst_IncidentFive_CountsItsCollections()
    {
        // 400 gen0 of 12.5 µs, 40 gen1 of 225 µs and 4 gen2 of 13.25 ms: 5, 9 and 53 ms within one request of 300 ms.
        var recording = SimulatedService.Begun([], 10 * SimulatedService.Second);
        void Add(string generation, int count, long length, long first, long every)
        {
            for (var i = 0; i < count; i++)
            {
                var collection = recording.Begin(recording.Collections.Count);
                collection.Generation = generation;
                recording.Pauses.Add(new Pause(first + (i * every), length, recording.Collections.Count - 1, "collect"));
            }
        }

        Add(Generations.Gen0, 400, 12_500, SimulatedService.Second, 100_000);
        Add(Generations.Gen1, 40, 225_000, SimulatedService.Second + (50 * Ms), Ms);
        Add(Generations.Gen2, 4, 13_250_000, SimulatedService.Second + (120 * Ms), 20 * Ms);
        Add(Generations.Gen2, 1, 13_250_000, 5 * SimulatedService.Second, 1);
        var result = Judge(Set([(SimulatedService.Second, 300 * Ms), (3 * SimulatedService.Second, Ms)]), recording.Build(), 250 * Ms);
        Assert.Equal(
            [new(Generations.Gen0, 400, 5 * Ms), new(Generations.Gen1, 40, 9 * Ms), new(Generations.Gen2, 4, 53 * Ms)],
            result.Worst[0].Collections);
        Assert.Equal((67 * Ms, 233 * Ms), (result.Worst[0].StoppedNanoseconds, result.Worst[0].WithoutGcNanoseconds));
        Assert.Equal("/film", result.Worst[0].Name);
    }

    [Fact]
    public void Of_PausesAtRandom_AttributesNothing()
    {
        var service = SimulatedService.Random(21, 1, 0.5, count: 5000, everyMs: 1e12);
        var blamed = 0;
        for (var seed = 0; seed < 10; seed++)
        {
            var random = new Random(seed);
            var strangers = Enumerable.Range(0, 40).Select(_ => (random.NextInt64(service.Arrivals[^1]), 30 * Ms));
            var result = Judge(service.ToRequestSet(), SimulatedService.RecordingOf(strangers, service.Arrivals[^1]), 20 * Ms);
            if (result.Outcome == AttributionOutcome.Judged && result.SlowBecauseOfGc > 0) blamed++;
            if (result.Outcome != AttributionOutcome.NotSignificant) continue;
            Assert.Null(result.SlowBecauseOfGc);
            Assert.Null(result.ExplainedPercent);
            Assert.Single(result.Explanations.OfType<Explanation.NotSignificant>());
        }

        Assert.InRange(blamed, 0, 2);
    }

    [Fact]
    public void Of_AlmostAlwaysPaused_IsAttributedToGc()
    {
        // 30 ms of pause in every 50 ms, an even beat; one worker that would be busy for a fifth of the time.
        var random = SimulatedService.Random(22, 1, 0.2, count: 3000);
        var service = new SimulatedService
        {
            Arrivals = random.Arrivals,
            Needs = random.Needs,
            Workers = 1,
            Pauses = [.. Enumerable.Range(0, 2000).Select(i => (i * 50 * Ms, 30 * Ms)).Where(pause => pause.Item1 < random.Arrivals[^1])],
        };
        var result = Judge(service.ToRequestSet(), service.ToRecording(), 25 * Ms);
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        var because = service.Measured().Zip(service.WithoutPauses()).Count(pair => pair.First > 25 * Ms && pair.Second <= 25 * Ms);
        Assert.InRange(result.SlowBecauseOfGc!.Value, because * 0.95, because * 1.05);
    }

    [Fact]
    public void Of_OtherProcessAlmostAlwaysPaused_AttributesNothing()
    {
        // A busy service that nothing stops, beside the recording of another process that stands still half of the time.
        var blamed = 0;
        for (var seed = 1; seed <= 10; seed++)
        {
            var service = SimulatedService.Random(seed, 1, 0.6, count: 3000, everyMs: 1e12);
            var random = new Random(seed);
            var stranger = Enumerable.Range(
                0, 400).Select(i => ((i * 50 * Ms) + random.NextInt64(20 * Ms), 20 * Ms + random.NextInt64(8 * Ms)));
            var result = Judge(
                service.ToRequestSet(), SimulatedService.RecordingOf(stranger, service.Arrivals[^1], uncertainty: 0), 20 * Ms);
            if (result.Outcome == AttributionOutcome.Judged && result.SlowBecauseOfGc > 0) blamed++;
            if (result.Outcome == AttributionOutcome.NotSignificant) Assert.Null(result.SlowBecauseOfGc);
        }

        Assert.InRange(blamed, 0, 2);
    }

    [Fact]
    public void Of_PausesBelowClockError_AreLeftOutAndExplained()
    {
        var requests = Set([(0, 500 * Ms), (SimulatedService.Second, 100 * Ms)]);
        var recording = SimulatedService.RecordingOf(
            [(100 * Ms, 5 * Ms), (200 * Ms, 50 * Ms)], 2 * SimulatedService.Second, uncertainty: 10 * Ms);
        var result = Judge(requests, recording, 50 * Ms);
        Assert.Equal(
            (1, 5 * Ms, 1),
            (result.Processes[0].PausesBelowErrorBound, result.Processes[0].NanosecondsBelowErrorBound, result.Processes[0].Pauses));
        Assert.Equal(50 * Ms, result.Worst[0].StoppedNanoseconds);
        var none = Judge(
            requests, SimulatedService.RecordingOf([(100 * Ms, 5 * Ms)], 2 * SimulatedService.Second, uncertainty: 10 * Ms), 50 * Ms);
        var below = AssertRefused<Explanation.PausesBelowClockError>(none);
        Assert.Equal((true, 10 * Ms, 1), (below.All, below.ErrorNanoseconds, below.Count));
    }

    [Fact]
    public void Of_RecordedStops_ReplacePauses()
    {
        var recording = SimulatedService.Begun([(120 * Ms, 60 * Ms)], SimulatedService.Second);
        recording.Stops = new StopList();
        recording.Stops.Add(new Stop(100 * Ms, 90 * Ms, 20 * Ms, "G1CollectForAllocation", ForCollection: true));
        recording.Stops.Add(new Stop(250 * Ms, 30 * Ms, 20 * Ms, "ThreadDump", ForCollection: false));
        var result = Judge(Set([(0, 300 * Ms)]), recording.Build(), 50 * Ms);
        Assert.Equal(90 * Ms, result.Worst[0].StoppedNanoseconds);
    }

    [Fact]
    public void Of_SeveralProcesses_MatchesThemByProcessId()
    {
        var (a, b) = (SimulatedService.Random(31, 1, 0.3, count: 8000), SimulatedService.Random(32, 2, 0.3, count: 8000));
        var sets = new[] { a.ToRequestSet(service: new Service("api", 11, null)), b.ToRequestSet(service: new Service("api", 22, null)) };
        var result = RequestAttribution.Compute(
            sets, [b.ToRecording(processId: 22), a.ToRecording(processId: 11)], new AttributionOptions(50 * Ms));
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.Equal([2, 1], result.Processes.Select(process => process.Queue.Workers));
        long[] truth = [.. a.WithoutPauses(), .. b.WithoutPauses()];
        Assert.InRange(
            result.WithoutBacklog!.P99Nanoseconds!.Value,
            SimulatedService.Percentile(truth, 99) * 0.98,
            SimulatedService.Percentile(truth, 99) * 1.02);
        var swapped = RequestAttribution.Compute(
            [sets[0]], [b.ToRecording(processId: 22), b.ToRecording(processId: 33)], new AttributionOptions(50 * Ms));
        Assert.Equal(11, Assert.Single(AssertRefused<Explanation.ProcessesUnmatched>(swapped).Served).ProcessId);
        Assert.Equal((0L, 8000L), (swapped.Count, swapped.Excluded));
    }

    [Fact]
    public void Of_ServiceNameInCommandLine_MatchesTheRecording()
    {
        var service = SimulatedService.Random(33, 1, 0.3, count: 4000);
        var (own, other) = (service.ToRecording(), SimulatedService.RecordingOf([], service.Arrivals[^1]));
        own = own with { Source = own.Source with { Command = "java -jar shop-1.2.jar" } };
        other = other with { Source = other.Source with { Command = "java -jar stock.jar" } };
        var result = RequestAttribution.Compute(
            [service.ToRequestSet(service: new Service("Shop", null, null))], [other, own], new AttributionOptions(50 * Ms));
        Assert.Equal([1], result.Processes.Select(process => process.Recording));
        var unnamed = RequestAttribution.Compute([service.ToRequestSet()], [other, own], new AttributionOptions(50 * Ms));
        Assert.Equal(2, AssertRefused<Explanation.ProcessUnknown>(unnamed).Recordings);
        var wanted = RequestAttribution.Compute(
            [service.ToRequestSet(service: new Service("Shop", 4, null))], [own], new AttributionOptions(50 * Ms) { Service = "Stock" });
        var missing = AssertRefused<Explanation.ServiceNotFound>(wanted);
        Assert.Equal(("Stock", "Shop"), (missing.Service, Assert.Single(missing.Known).Name));
    }

    public static TheoryData<long, string> WrongTimes => new()
    {
        { 24 * 3600, nameof(ClockMismatchReason.OtherRun) },
        { 300 * 24 * 3600, nameof(ClockMismatchReason.OtherRun) },
        { -SimulatedServiceSeconds, nameof(ClockMismatchReason.WrongUnit) },
    };

    private static long SimulatedServiceSeconds => SimulatedService.Zero / SimulatedService.Second;

    [Theory]
    [InlineData(2 * 3600)]
    [InlineData(-(5 * 3600) - 1800)]
    public void Of_OtherTimeZone_IsFoundByThePauses(long seconds)
    {
        var service = SimulatedService.Random(41, 1, 0.3, count: 2000);
        var result = Judge(service.ToRequestSet(seconds * SimulatedService.Second), service.ToRecording(), 50 * Ms);
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.Equal((2000, 0), (result.Count, result.Excluded));
        var clock = result.Processes[0].Clock;
        Assert.Equal(ClockState.Verified, clock.State);
        Assert.InRange(clock.OffsetNanoseconds - (seconds * SimulatedService.Second), clock.PossibleLow, -clock.PossibleLow);
    }

    [Theory]
    [InlineData(2 * 3600)]
    [InlineData(-(5 * 3600) - 1800)]
    public void Of_OtherTimeZoneAndFewPauses_RefusesWithTheShift(long seconds)
    {
        var service = SimulatedService.Random(41, 1, 0.3, count: 2000);
        var recording = SimulatedService.RecordingOf(service.Pauses.Take(2), service.Arrivals[^1]);
        var result = Judge(service.ToRequestSet(seconds * SimulatedService.Second), recording, 20 * Ms);
        var shift = result.Explanations.OfType<Explanation.NoSharedTime>().SingleOrDefault() is { } apart
            ? apart.ShiftNanoseconds
            : AssertRefused<Explanation.ClocksAligned>(result).Clock.LikelyZone;
        Assert.Equal(-seconds * SimulatedService.Second, shift);
        Assert.Equal(AttributionOutcome.NotEnoughEvidence, result.Outcome);
    }

    [Theory]
    [MemberData(nameof(WrongTimes))]
    public void Of_RequestsOfAnotherTime_RefusesWithTheReason(long seconds, string reason)
    {
        var service = SimulatedService.Random(41, 1, 0.3, count: 2000);
        var result = Judge(service.ToRequestSet(seconds * SimulatedService.Second), service.ToRecording(), 50 * Ms);
        Assert.Equal(reason, AssertRefused<Explanation.NoSharedTime>(result).Reason.ToString());
        Assert.Equal(2000, result.Count);
    }

    [Fact]
    public void Of_SpansOfAnotherProcess_AreRefused()
    {
        var service = SimulatedService.Random(42, 1, 0.3, count: 2000);
        var set = service.ToRequestSet(service: new Service("web", 7, null));
        var none = AssertRefused<Explanation.NoProcessChosen>(Judge(set, service.ToRecording(processId: 8), 50 * Ms));
        Assert.Equal(OwnerReason.NoneLeft, none.Choice.Reason);
        var tie = Assert.Single(none.Choice.Considered).Tie;
        Assert.Equal((TieFact.ProcessId, "7", "8"), (tie.Fact, tie.Served, tie.Recorded));
        var reported = RequestAttribution.Compute([set], [service.ToRecording(processId: 8)], new AttributionOptions(
            50 * Ms) { Service = "web" });
        Assert.Equal(AttributionOutcome.Judged, reported.Outcome);
    }

    [Fact]
    public void Of_ThresholdAboveAllLatencies_RefusesWithTheLatencies()
    {
        var service = SimulatedService.Random(43, 1, 0.3, count: 2000);
        var result = Judge(service.ToRequestSet(), service.ToRecording(), 3600 * SimulatedService.Second);
        Assert.Equal(3600 * SimulatedService.Second, AssertRefused<Explanation.NoneSlow>(result).ThresholdNanoseconds);
        Assert.NotNull(result.Measured.P99Nanoseconds);
    }

    [Fact]
    public void Of_RecordingWithoutClockOrTimestamps_IsRefused()
    {
        var service = SimulatedService.Random(44, 1, 0.3, count: 2000);
        var recording = service.ToRecording() with { Clock = Clock.Unknown };
        AssertRefused<Explanation.NoWallClock>(Judge(service.ToRequestSet(), recording, 50 * Ms));
        recording = SimulatedService.RecordingOf([(Pause.NoTime, 5 * Ms)], SimulatedService.Second);
        AssertRefused<Explanation.NoTimestamps>(Judge(service.ToRequestSet(), recording, 50 * Ms));
    }

    [Fact]
    public void Of_HostileNumbers_NeitherThrowsNorCountsThem()
    {
        var set = Set([(0, 100 * Ms), (10 * Ms, 300 * Ms)]);
        foreach (var (start, duration) in new[]
        {
            (long.MaxValue, long.MaxValue), (long.MinValue, 1L), (-1L, 5L), (SimulatedService.Zero, -5L),
            (SimulatedService.Zero, long.MaxValue), (long.MaxValue, 0L)
        })
        {
            set.Requests.Add(new Request(start, duration, -1, -1, -1));
        }

        var recording = SimulatedService.RecordingOf(
            [(long.MaxValue, long.MaxValue), (-5, 10), (0, long.MaxValue), (20 * Ms, 50 * Ms), (30 * Ms, -7)], SimulatedService.Second);
        var result = Judge(set, recording, 50 * Ms);
        Assert.Equal((2L, 6L), (result.Count, result.Excluded));
        Assert.Equal(50 * Ms, result.Worst[0].StoppedNanoseconds);
        recording = recording with { Clock = new Clock(DateTimeOffset.MaxValue, long.MaxValue, "broken") };
        Assert.Equal("broken", AssertRefused<Explanation.NoWallClock>(Judge(set, recording, 50 * Ms)).Basis);
        recording = recording with { Clock = new Clock(SimulatedService.Began, long.MaxValue, "hopeless") };
        Assert.True(AssertRefused<Explanation.PausesBelowClockError>(Judge(set, recording, 50 * Ms)).All);
        AssertRefused<Explanation.NoRecording>(RequestAttribution.Compute([], [], new AttributionOptions(1)));
    }

    [Fact]
    public void Of_ShuffledInput_GivesTheSameAnswer()
    {
        var service = SimulatedService.Random(45, 2, 0.4, count: 4000);
        var set = service.ToRequestSet();
        var shuffled = new RequestSet { Files = ["shuffled"], Format = "csv" };
        var random = new Random(1);
        foreach (var request in set.Requests.OrderBy(_ => random.Next())) shuffled.Requests.Add(request);
        var (a, b) = (Judge(set, service.ToRecording(), 50 * Ms), Judge(shuffled, service.ToRecording(), 50 * Ms));
        Assert.Equal(a.WithoutBacklog, b.WithoutBacklog);
        Assert.Equal(a.Worst.Select(worst => worst.StartUnixNanoseconds), b.Worst.Select(worst => worst.StartUnixNanoseconds));
        Assert.All(b.Worst, worst => Assert.Equal(worst.DurationNanoseconds, shuffled.Requests[worst.Request].DurationNanoseconds));
    }

    private static RequestAttribution Judge(RequestSet set, Recording recording, long threshold) =>
        RequestAttribution.Compute([set], [recording], new AttributionOptions(threshold));

    private static T AssertRefused<T>(RequestAttribution result)
        where T : Explanation
    {
        Assert.Equal(AttributionOutcome.NotEnoughEvidence, result.Outcome);
        Assert.Null(result.WithoutBacklog);
        Assert.Null(result.SlowBecauseOfGc);
        var refusal = Assert.Single(result.Explanations.OfType<T>());
        Assert.Equal(ExplanationKind.Refusal, refusal.Kind);
        return refusal;
    }

    private static RequestSet Set(IEnumerable<(long Start, long Duration)> requests, long unit = 1)
    {
        var set = new RequestSet { Files = ["requests"], Format = "csv" };
        set.Names.Add("/film");
        foreach (var (start, duration) in requests)
        {
            set.Requests.Add(new Request(SimulatedService.Zero + (start * unit), duration * unit, 0, -1, -1));
        }

        return set;
    }
}
