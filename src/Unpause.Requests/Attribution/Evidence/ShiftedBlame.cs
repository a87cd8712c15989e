using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution.Evidence;

/// <summary>
/// Whether pauses made requests slow, or only happen to lie in slow ones: what the same judgement would blame on pauses
/// that had come at other times. They are shifted together, by a few of their own distances, which keeps their
/// rhythm and busy times; under each shift the needs are found again, served without pauses, and counted. What is blamed
/// beyond the shifted mean is no coincidence; <c>p = (1 + shifts that blame as many) ÷ (1 + shifts)</c>
/// (Phipson and Smyth 2010: never 0).
/// </summary>
internal sealed class ShiftedBlame
{
    private const int FewestShifts = 39;
    private const int MostShifts = 199;
    private const int MostRequests = 32_768;
    private const int Seed = 20_240_229;

    // In distances between pauses: nearer than the least they are still where they were.
    private const double LeastDistance = 0.5;
    private const double MostDistance = 8;
    private const double Deviations = 2;

    private readonly long[] _shifted;
    private readonly long[] _shiftedTime;
    private long _real;
    private long _realTime;
    private long _slow;

    /// <summary>Begins a test.</summary>
    /// <param name="requests">How many there will be: where they are few, more shifts are tried in the same time.</param>
    public ShiftedBlame(long requests)
    {
        var shifts = (int)Math.Clamp((long)FewestShifts * MostRequests / Math.Max(1, requests), FewestShifts, MostShifts);
        (_shifted, _shiftedTime) = (new long[shifts], new long[shifts]);
    }

    /// <summary>How likely pauses elsewhere would be blamed for as many; null without slow requests.</summary>
    public double? PValue
    {
        get
        {
            if (_slow == 0) return null;
            var atLeast = 0;
            for (var i = 0; i < _shifted.Length; i++)
            {
                // Where as many are blamed, by the time that is taken out of them: pauses that miss by little blame as many.
                var guilty = _shifted[i] > _real || (_shifted[i] == _real && _shiftedTime[i] >= _realTime);
                atLeast += guilty ? 1 : 0;
            }

            return (1.0 + atLeast) / (1 + _shifted.Length);
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
            var mean = sum / _shifted.Length;
            var deviation = Math.Sqrt(Math.Max(0, (squares / _shifted.Length) - (mean * mean)));
            return Math.Clamp((_real - mean - (Deviations * deviation)) / _real, 0, 1);
        }
    }

    /// <summary>Blamed at random, on average, of <see cref="Real"/>.</summary>
    public double Mean => _shifted.Average();

    /// <summary>Blamed with the pauses where they were, among the requests that were looked at.</summary>
    public long Real => _real;

    /// <summary>Adds a process: all its requests, or stretches around some of its slow ones.</summary>
    public void Add(ProcessPart part, long threshold)
    {
        if (part.Pauses.Count == 0) return;
        var random = new Random(Seed);
        var distance = (double)part.Stretch.Length / part.Pauses.Count;
        var stretches = Stretches(part.Requests, threshold);
        foreach (var (from, length) in stretches)
        {
            foreach (var duration in part.Requests.Durations.AsSpan(from, length)) _slow += duration > threshold ? 1 : 0;
        }

        var real = Count(part, stretches, part.Pauses, threshold);
        (_real, _realTime) = (_real + real.Blamed, _realTime + real.Nanoseconds);
        for (var i = 0; i < _shifted.Length; i++)
        {
            var far = LeastDistance + (random.NextDouble() * (MostDistance - LeastDistance));
            var by = (long)(far * distance) * (random.Next(2) == 0 ? 1 : -1);
            var shifted = Count(part, stretches, part.Pauses.ShiftedRound(by, part.Stretch.From, part.Stretch.To), threshold);
            _shifted[i] += shifted.Blamed;
            _shiftedTime[i] += shifted.Nanoseconds;
        }
    }

    /// <summary>How many slow requests are blamed on pauses, and the time that is taken out of them.</summary>
    private static (long Blamed, long Nanoseconds) Count(
        ProcessPart part, List<(int From, int Length)> stretches, PauseTimeline pauses, long threshold)
    {
        var (blamed, time) = (0L, 0L);
        foreach (var (from, length) in stretches)
        {
            ReadOnlySpan<long> starts = part.Requests.Starts.AsSpan(from, length), durations = part.Requests.Durations.AsSpan(from, length);
            var latencies = new long[starts.Length];
            part.Facts.Queue.Demands(starts, durations, pauses, latencies);
            part.Facts.Queue.Replay(starts, latencies);
            for (var i = 0; i < starts.Length; i++)
            {
                if (durations[i] <= threshold) continue;
                var without = Math.Min(latencies[i], durations[i] - pauses.Stopped(starts[i], starts[i] + durations[i]));
                if (without > threshold) continue;
                blamed++;
                time += durations[i] - without;
            }
        }

        return (blamed, time);
    }

    private static List<(int From, int Length)> Stretches(RequestArray requests, long threshold)
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

        return [.. chosen.Select(piece => (piece * length, Math.Min(length, requests.Count - (piece * length))))];
    }
}
