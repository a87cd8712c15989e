namespace Unpause.Analysis.Utilisation;

/// <summary>
/// Adds to stops what the collector took of the processors while the application ran: CPU time of its workers and of allocating threads
/// that had to help, over all processors that the process may use. Work on processors that were idle takes nothing from the application.
/// </summary>
internal static class ConcurrentWork
{
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Stops with concurrent work; null where the recording does not report CPU time of cycles.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="processors">The processors that the process may use.</param>
    /// <param name="stops">Its stops.</param>
    /// <param name="length">The recording's length in nanoseconds.</param>
    public static TakenTime? AddTo(TakenTime stops, Recording recording, long processors, long length)
    {
        var cycles = CyclesOf(recording, length);
        if (cycles.Count == 0) return null;
        var stretches = new List<TakenStretch>();
        var (stop, last) = (0, 0L);
        foreach (var (from, until, busy) in cycles)
        {
            var start = Math.Max(from, last);
            if (start >= until) continue;
            last = until;
            for (; stop < stops.Count && stops.End(stop) <= start; stop++) stretches.Add(Whole(stops, stop));
            var free = until - start - (stops.TakenUntil(until) - stops.TakenUntil(start));
            var share = free <= 0 ? 0 : Math.Min(1, busy / ((double)processors * free));
            var at = start;
            for (; stop < stops.Count && stops.Start(stop) < until; stop++)
            {
                Add(at, stops.Start(stop), share);
                stretches.Add(Whole(stops, stop));
                at = stops.End(stop);
            }

            Add(at, until, share);
            last = Math.Max(last, at);
        }

        for (; stop < stops.Count; stop++) stretches.Add(Whole(stops, stop));
        return TakenTime.FromParts(stretches);

        void Add(long from, long until, double share)
        {
            if (until > from && (long)Math.Round(share * (until - from)) is > 0 and var taken) stretches.Add(new(from, until, taken));
        }
    }

    private static TakenStretch Whole(TakenTime stops, int index) =>
        new(stops.Start(index), stops.End(index), stops.End(index) - stops.Start(index));

    /// <summary>Cycles with CPU time in order of start: from, until, nanoseconds of CPU.</summary>
    private static List<(long From, long Until, double Busy)> CyclesOf(Recording recording, long length)
    {
        var busy = new double[recording.Collections.Count];
        foreach (var counter in recording.Counters)
        {
            if (counter.Name is GoCounters.AssistMilliseconds or GoCounters.DedicatedMilliseconds)
            {
                busy[counter.Collection] += counter.Value * NanosecondsPerMillisecond;
            }
        }

        var cycles = new List<(long From, long Until, double Busy)>();
        for (var i = 0; i < busy.Length; i++)
        {
            var collection = recording.Collections[i];
            if (busy[i] <= 0 || collection is not { StartNanoseconds: { } start, EndNanoseconds: { } end }) continue;
            if (Math.Min(end, length) > Math.Max(0, start)) cycles.Add((Math.Max(0, start), Math.Min(end, length), busy[i]));
        }

        cycles.Sort((a, b) => a.From.CompareTo(b.From));
        return cycles;
    }
}
