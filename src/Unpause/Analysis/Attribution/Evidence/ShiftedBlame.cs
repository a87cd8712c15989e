using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Attribution.Queues;

namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>
/// Whether pauses made requests slow, or only happen to lie in slow ones: what the same judgement would blame on pauses
/// that had come at other times. They are shifted together, by a few of their own distances, which keeps their
/// rhythm and busy times; under each shift the needs are found again, served without pauses, and counted. What is blamed
/// beyond the shifted mean is no coincidence; <c>p = (1 + shifts that blame as many) ÷ (1 + shifts)</c>
/// (Phipson and Smyth 2010: never 0).
/// </summary>
internal sealed class ShiftedBlame
{
    private const int Shifts = 39;
    private const int MostRequests = 32_768;
    private const int Seed = 20_240_229;

    // In distances between pauses: nearer than the least they are still where they were.
    private const double LeastDistance = 0.5;
    private const double MostDistance = 8;
    private const double Deviations = 2;

    private readonly long[] _shifted = new long[Shifts];
    private long _real;
    private long _slow;

    /// <summary>How likely pauses elsewhere would be blamed for as many; null without slow requests.</summary>
    public double? PValue
    {
        get
        {
            if (_slow == 0) return null;
            var atLeast = 0;
            foreach (var count in _shifted) atLeast += count >= _real ? 1 : 0;
            return (1.0 + atLeast) / (1 + Shifts);
        }
    }

    /// <summary>The share of what is blamed that is certainly more than coincidence, 0 to 1.</summary>
    public double SurelyMore
    {
        get
        {
            if (_real == 0) return 0;
            double sum = 0, squares = 0;
            foreach (var count in _shifted) (sum, squares) = (sum + count, squares + ((double)count * count));
            var mean = sum / Shifts;
            var deviation = Math.Sqrt(Math.Max(0, (squares / Shifts) - (mean * mean)));
            return Math.Clamp((_real - mean - (Deviations * deviation)) / _real, 0, 1);
        }
    }

    /// <summary>Blamed by chance, on average, of <see cref="Real"/>.</summary>
    public double Mean => _shifted.Average();

    /// <summary>Blamed with the pauses where they were, among the requests that were looked at.</summary>
    public long Real => _real;

    /// <summary>Adds a process: all its requests, or stretches around some of its slow ones.</summary>
    public void Add(ProcessPart part, long threshold)
    {
        if (part.Pauses.Count == 0) return;
        var random = new Random(Seed);
        var distance = (double)part.Stretch.Length / part.Pauses.Count;
        foreach (var (from, length) in Stretches(part.Requests, threshold))
        {
            var starts = part.Requests.Starts.AsSpan(from, length);
            var durations = part.Requests.Durations.AsSpan(from, length);
            foreach (var duration in durations) _slow += duration > threshold ? 1 : 0;
            _real += Blamed(starts, durations, part.Pauses, part.Facts.Queue, threshold);
            for (var i = 0; i < Shifts; i++)
            {
                var far = LeastDistance + (random.NextDouble() * (MostDistance - LeastDistance));
                var by = (long)(far * distance) * (random.Next(2) == 0 ? 1 : -1);
                var shifted = part.Pauses.ShiftedRound(by, part.Stretch.From, part.Stretch.To);
                _shifted[i] += Blamed(starts, durations, shifted, part.Facts.Queue, threshold);
            }
        }
    }

    private static long Blamed(
        ReadOnlySpan<long> starts, ReadOnlySpan<long> durations, PauseTimeline pauses, QueueModel queue, long threshold)
    {
        var latencies = new long[starts.Length];
        queue.Demands(starts, durations, pauses, latencies);
        queue.Replay(starts, latencies);
        long blamed = 0;
        for (var i = 0; i < starts.Length; i++)
        {
            if (durations[i] <= threshold) continue;
            var without = Math.Min(latencies[i], durations[i] - pauses.Stopped(starts[i], starts[i] + durations[i]));
            if (without <= threshold) blamed++;
        }

        return blamed;
    }

    private static IEnumerable<(int From, int Length)> Stretches(RequestArray requests, long threshold)
    {
        const int pieces = 16;
        const int length = MostRequests / pieces;
        if (requests.Count <= MostRequests) return [(0, requests.Count)];
        var slow = new List<int>();
        for (var i = 0; i < requests.Count; i++)
        {
            if (requests.Durations[i] > threshold) slow.Add(i);
        }

        var chosen = new SortedSet<int>();
        for (var i = 0; i < pieces && slow.Count > 0; i++)
        {
            // On a grid, so that no request is taken twice.
            chosen.Add(slow[(int)((long)slow.Count * i / pieces)] / length);
        }

        return chosen.Select(piece => (piece * length, Math.Min(length, requests.Count - (piece * length))));
    }
}
