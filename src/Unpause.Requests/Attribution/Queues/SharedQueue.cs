namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// Workers that all requests in flight share evenly (processor sharing): with n in flight on c workers each gets
/// service at the rate <c>min(1, c ÷ n)</c>, and none while a pause lasts. Virtual time V is the integral of that rate;
/// a request needs <c>V(completion) − V(arrival)</c> by the measured number in flight. In the replay without pauses
/// the numbers in flight follow from the needs: a request ends when V has grown by what it needs.
/// </summary>
/// <remarks>Time n log k and memory k for at most k requests in flight.</remarks>
internal static class SharedQueue
{
    /// <summary>Service needed by each request.</summary>
    public static void Demands(
        ReadOnlySpan<long> arrivals, ReadOnlySpan<long> latencies, PauseTimeline pauses, int workers, Span<long> demands)
    {
        if (arrivals.IsEmpty) return;
        var inFlight = new MinHeap<long>();
        var service = new Service(pauses, workers, arrivals[0]);
        for (var i = 0; i < arrivals.Length; i++)
        {
            Finish(inFlight, arrivals[i], ref service, demands);
            service.AdvanceTo(arrivals[i], inFlight.Count);
            inFlight.Push(arrivals[i] + latencies[i], i);
            demands[i] = (long)service.Virtual;
        }

        Finish(inFlight, long.MaxValue, ref service, demands);
    }

    /// <summary>Latencies without pauses.</summary>
    public static void Replay(ReadOnlySpan<long> arrivals, int workers, Span<long> demandsThenLatencies)
    {
        var inFlight = new MinHeap<double>();
        double now = 0, served = 0;
        for (var i = 0; i <= arrivals.Length; i++)
        {
            // Relative to the first arrival: a double then counts whole nanoseconds for a hundred days.
            var next = i < arrivals.Length ? arrivals[i] - arrivals[0] : double.PositiveInfinity;
            while (inFlight.Count > 0)
            {
                var rate = Math.Min(1.0, (double)workers / inFlight.Count);
                var end = now + ((inFlight.Top - served) / rate);
                if (end > next)
                {
                    served += (next - now) * rate;
                    break;
                }

                (now, served) = (end, inFlight.Top);
                var done = inFlight.Pop();
                demandsThenLatencies[done] = (long)(now - (arrivals[done] - arrivals[0]) + 0.5);
            }

            if (i == arrivals.Length) break;
            now = next;
            inFlight.Push(served + demandsThenLatencies[i], i);
        }
    }

    private static void Finish(MinHeap<long> inFlight, long until, ref Service service, Span<long> demands)
    {
        while (inFlight.Count > 0 && inFlight.Top <= until)
        {
            service.AdvanceTo(inFlight.Top, inFlight.Count);
            var done = inFlight.Pop();
            demands[done] = Math.Max(0, (long)service.Virtual - demands[done]);
        }
    }

    /// <summary>Virtual time as the measured requests had it.</summary>
    private struct Service(PauseTimeline pauses, int workers, long start)
    {
        private long _now = start;
        private long _stopped = pauses.StoppedBefore(start);

        public double Virtual { get; private set; }

        public void AdvanceTo(long instant, int inFlight)
        {
            var stopped = pauses.StoppedBefore(instant);
            if (inFlight > 0) Virtual += (instant - _now - (stopped - _stopped)) * Math.Min(1.0, (double)workers / inFlight);
            (_now, _stopped) = (instant, stopped);
        }
    }
}
