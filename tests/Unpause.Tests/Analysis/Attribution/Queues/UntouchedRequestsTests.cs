using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Analysis.Attribution.Queues;

/// <summary>An event loop, as Node.js has: a request computes, waits 50 ms for a database while others are served, and answers.</summary>
public sealed class UntouchedRequestsTests
{
    private const long Ms = 1_000_000, Wait = 50 * Ms, First = 3 * Ms, Last = Ms / 2;
    private const int Count = 3000, PauseEvery = 70;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void QueueRange_EventLoopWithAsynchronousWaits_IsNotReplayedAsOneWorker(int seed)
    {
        var (arrivals, latencies, pauses) = EventLoop(seed);
        var requests = RequestArray.Create(arrivals, latencies, [.. Enumerable.Range(0, Count)]);
        var sample = new QueueSample(requests, pauses);
        // No request can be faster than its wait. Taken for one worker that is busy meanwhile, half of them would be, by far.
        Assert.InRange(Median(QueueRange.Fit(sample).Best), Wait * 9 / 10, Wait + (20 * Ms));
        Assert.InRange(Median(QueueFit.Find(sample)[0]), 0, Wait / 2);

        long Median(QueueModel model)
        {
            var replayed = new long[Count];
            sample.Demands(model, pauses, replayed);
            sample.Replay(model, replayed);
            Array.Sort(replayed);
            return replayed[Count / 2];
        }
    }

    private static (long[] Arrivals, long[] Latencies, PauseTimeline Pauses) EventLoop(int seed)
    {
        var random = new Random(seed);
        var arrivals = new long[Count];
        for (var i = 1; i < Count; i++) arrivals[i] = arrivals[i - 1] + (long)(-Math.Log(1 - random.NextDouble()) * 7 * Ms);
        var starts = new List<long>();
        for (var at = 10 * Ms; at < arrivals[^1] + (1000 * Ms); at += PauseEvery * Ms) starts.Add(at + random.NextInt64(20 * Ms));
        var lengths = starts.ConvertAll(_ => (long)((4 + (random.NextDouble() * 6)) * Ms));
        var pauses = PauseTimeline.Merge([.. starts], [.. lengths]);

        var latencies = new long[Count];
        var ready = new PriorityQueue<(int Request, bool Answers), long>();
        for (var i = 0; i < Count; i++) ready.Enqueue((i, false), arrivals[i]);
        var (now, pause) = (0L, 0);
        while (ready.TryDequeue(out var task, out var since))
        {
            now = Math.Max(now, since);
            var end = now + (task.Answers ? Last : First + random.NextInt64(Ms));
            while (pause < starts.Count && starts[pause] + lengths[pause] <= now) pause++;
            for (; pause < starts.Count && starts[pause] < end; pause++)
                end += starts[pause] + lengths[pause] - Math.Max(now, starts[pause]);
            now = end;
            if (task.Answers) latencies[task.Request] = end - arrivals[task.Request];
            else ready.Enqueue((task.Request, true), end + Wait);
        }

        return (arrivals, latencies, pauses);
    }
}
