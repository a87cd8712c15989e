using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution.Queues;

/// <summary>Requests to judge queues by: all of them, or evenly spaced stretches where there are many.</summary>
public sealed class QueueSample
{
    private const int Stretches = 16;
    private const int StretchLength = 8192;
    private const int ShortLatencyPerMille = 10;
    private const int OvertakersPerMille = 10;

    // Stamps are rounded.
    internal const long RoundedNanoseconds = 3000;
    private const int BusySharePercent = 3;

    private readonly MinHeap<long> _completions = new();
    private long _countedOutside = -1;
    private int _overtakers;

    /// <summary>Takes requests.</summary>
    /// <param name="pauses">What stops the workers.</param>
    /// <param name="slowed">When they run slower: service in it is known on average only, so it says nothing about the queue.</param>
    public QueueSample(RequestArray requests, PauseTimeline pauses, PauseTimeline? slowed = null)
    {
        var size = (int)Math.Min(requests.Count, (long)Stretches * StretchLength);
        Stretch = size < Stretches * StretchLength ? size : StretchLength;
        Pauses = pauses;
        Arrivals = new long[size];
        Latencies = new long[size];
        InFlight = new int[size];
        Held = new bool[size];
        Slowed = new bool[size];
        for (var at = 0; at < size; at += Stretch)
        {
            var from = (int)((long)(requests.Count - Stretch) * at / Math.Max(1, size - Stretch));
            requests.Starts.AsSpan(from, Stretch).CopyTo(Arrivals.AsSpan(at));
            requests.Durations.AsSpan(from, Stretch).CopyTo(Latencies.AsSpan(at));
        }

        MarkHeld();
        if (slowed is not null) MarkSlowed(slowed);
        CountInFlight(0);
        // A few do anyway, where the client has several answers to read at once.
        Overtaking = _overtakers * 1000L > (long)OvertakersPerMille * CountAtLeast(1);
        EqualNanoseconds = Math.Max(RoundedNanoseconds, GapPercent(BusySharePercent));
        ShortLatency = Percentiles.NearestRank([.. Latencies.Order()], ShortLatencyPerMille) ?? 0;
    }

    /// <summary>Requests in a stretch; stretches follow one another.</summary>
    public int Stretch { get; }

    /// <summary>Number of requests.</summary>
    public int Count => Arrivals.Length;

    /// <summary>Ascending within a stretch, in nanoseconds.</summary>
    public long[] Arrivals { get; }

    /// <summary>As measured, in nanoseconds.</summary>
    public long[] Latencies { get; }

    /// <summary>On the same clock.</summary>
    public PauseTimeline Pauses { get; }

    /// <summary>How many requests each finds on arrival.</summary>
    public int[] InFlight { get; }

    /// <summary>Which arrive in a pause, or as long after it as it took.</summary>
    public bool[] Held { get; }

    /// <summary>Which are in flight while the workers run slower.</summary>
    public bool[] Slowed { get; }

    /// <summary>Whether requests overtake each other, as they can only where they are served side by side.</summary>
    public bool Overtaking { get; }

    /// <summary>A latency that nearly all pass, in nanoseconds: no more can be spent outside the queue.</summary>
    public long ShortLatency { get; }

    /// <summary>
    /// Service that differs by less is too little to matter, in nanoseconds: it changes the busy share of one worker by less than 3 %, and
    /// so the queue behind a pause. An idle server needs that much to wake up, and a busy one for its work after an answer.
    /// </summary>
    public long EqualNanoseconds { get; }

    /// <summary>How many find at least so many.</summary>
    public int CountAtLeast(int inFlight)
    {
        var count = 0;
        foreach (var found in InFlight) count += found >= inFlight ? 1 : 0;
        return count;
    }

    /// <summary>Calls with the place of each stretch.</summary>
    public void Demands(QueueModel model, PauseTimeline pauses, Span<long> demands)
    {
        for (var at = 0; at < Count; at += Stretch)
        {
            model.Demands(Arrivals.AsSpan(at, Stretch), Latencies.AsSpan(at, Stretch), pauses, demands.Slice(at, Stretch));
        }
    }

    /// <summary>Serves every stretch without pauses.</summary>
    public void Replay(QueueModel model, Span<long> demandsThenLatencies)
    {
        for (var at = 0; at < Count; at += Stretch) model.Replay(Arrivals.AsSpan(at, Stretch), demandsThenLatencies.Slice(at, Stretch));
    }

    /// <summary>How many requests each finds in the queue when it arrives, if they leave it some time before they end.</summary>
    public void CountInFlight(long outside)
    {
        if (outside == _countedOutside) return;
        _countedOutside = outside;
        _overtakers = 0;
        for (var from = 0; from < Count; from += Stretch)
        {
            _completions.Clear();
            var latest = long.MinValue;
            for (var i = from; i < from + Stretch; i++)
            {
                while (_completions.Count > 0 && _completions.Top <= Arrivals[i]) _completions.Pop();
                var completion = Arrivals[i] + Math.Max(0, Latencies[i] - outside);
                InFlight[i] = _completions.Count;
                _completions.Push(completion, i);
                if (completion < latest) _overtakers++;
                latest = Math.Max(latest, completion);
            }
        }
    }

    /// <summary>A part of the mean time from one arrival to the next, in nanoseconds.</summary>
    private long GapPercent(int percent)
    {
        Int128 observed = 0;
        for (var at = 0; at < Count; at += Stretch) observed += Arrivals[at + Stretch - 1] - Arrivals[at];
        return Count == 0 ? 0 : (long)(observed * percent / 100 / Count);
    }

    private void MarkHeld()
    {
        for (var (i, pause) = (0, 0); i < Count; i++)
        {
            if (i % Stretch == 0) pause = 0;
            while (pause < Pauses.Count && Pauses.End(pause) + Length(pause) <= Arrivals[i]) pause++;
            Held[i] = pause < Pauses.Count && Arrivals[i] >= Pauses.Start(pause);
        }
    }

    private void MarkSlowed(PauseTimeline slowed)
    {
        for (var i = 0; i < Count; i++) Slowed[i] = slowed.Stopped(Arrivals[i], Arrivals[i] + Latencies[i]) > 0;
    }

    private long Length(int pause) => Pauses.End(pause) - Pauses.Start(pause);
}
