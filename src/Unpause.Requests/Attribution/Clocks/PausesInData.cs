namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// The pauses that clocks are aligned by, over the completions: counts at an offset and a drift, and how likely chance
/// would have it so.
/// </summary>
/// <remarks>
/// The chance that at most n completions fall inside is bounded by Chernoff's inequality,
/// <c>P(N ≤ n) ≤ min over θ of exp(θn) · Π E[exp(-θ N_i)]</c>. The expectation of each pause is measured at
/// <see cref="Samples"/> offsets around, so it knows of load that comes in waves and of queues that drain after pauses,
/// which make counts scatter more than Poisson's. One empty sample is added to each, so that a single pause never
/// tells more than 1 : 65. Where counts of pauses go up and down together, the logarithm is divided by how much more
/// their sum varies than if they were independent.
/// </remarks>
internal sealed class PausesInData
{
    /// <summary>Offsets at which the expectation is measured.</summary>
    public const int Samples = 64;

    private const int MostPauses = 512;
    private const int CountsInTable = 256;
    private const long SamplingReach = 10_000_000_000;
    private static readonly double[] Thetas = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 12];
    private static readonly double[] Powers = PowersOfThetas();

    private readonly long[] _starts;
    private readonly long[] _lengths;
    private readonly long _reach;
    private readonly int[] _counts;
    private readonly double[] _expected;

    private PausesInData(long[] starts, long[] lengths, Completions completions)
    {
        (_starts, _lengths, Completions) = (starts, lengths, completions);
        Anchor = starts.Length == 0 ? 0 : (starts[0] / 2) + (starts[^1] / 2);
        Longest = lengths.Length == 0 ? 0 : lengths.Max();
        Typical = lengths.Length == 0 ? 0 : lengths.Order().ElementAt(lengths.Length / 2);
        var span = starts.Length == 0 ? 0 : starts[^1] - starts[0];
        _reach = Math.Clamp(span / 16, 8 * Longest, (8 * Longest) + SamplingReach);
        _counts = new int[Samples * Math.Max(1, starts.Length)];
        _expected = new double[starts.Length];
    }

    /// <summary>Where a drift moves nothing.</summary>
    public long Anchor { get; }

    /// <summary>How many pauses.</summary>
    public int Count => _starts.Length;

    /// <summary>Starts on the recording's clock, ascending.</summary>
    public ReadOnlySpan<long> Starts => _starts;

    /// <summary>Lengths, without a margin for rounding.</summary>
    public ReadOnlySpan<long> Lengths => _lengths;

    public long Longest { get; }

    /// <summary>The median length.</summary>
    public long Typical { get; }

    /// <summary>When requests end.</summary>
    public Completions Completions { get; }

    /// <summary>What each pause had inside at random, as the last <see cref="Evaluate"/> measured it.</summary>
    public ReadOnlySpan<double> Expected => _expected;

    /// <summary>The longest pauses in order of time.</summary>
    /// <param name="pauses">All.</param>
    /// <param name="margin">Taken off both ends of a pause: how far stamps are rounded; never more than a quarter of it.</param>
    /// <param name="shortest">Shorter ones are left out.</param>
    public static PausesInData Select(PauseTimeline pauses, Completions completions, long margin, long shortest)
    {
        var chosen = new PriorityQueue<int, long>();
        for (var i = 0; i < pauses.Count; i++)
        {
            var length = pauses.End(i) - pauses.Start(i);
            if (length < shortest) continue;
            if (chosen.Count < MostPauses) chosen.Enqueue(i, length);
            else chosen.EnqueueDequeue(i, length);
        }

        int[] indexes = [.. chosen.UnorderedItems.Select(item => item.Element).Order()];
        var (starts, lengths) = (new long[indexes.Length], new long[indexes.Length]);
        for (var i = 0; i < indexes.Length; i++)
        {
            var length = pauses.End(indexes[i]) - pauses.Start(indexes[i]);
            var less = Math.Min(margin, length / 4);
            (starts[i], lengths[i]) = (pauses.Start(indexes[i]) + less, length - (2 * less));
        }

        return new PausesInData(starts, lengths, completions);
    }

    /// <summary>Pauses from one to before another.</summary>
    public PausesInData Part(int from, int to) => new(_starts[from..to], _lengths[from..to], Completions);

    /// <summary>A few of them, evenly chosen.</summary>
    public PausesInData Thinned(int most)
    {
        if (Count <= most) return this;
        var (starts, lengths) = (new long[most], new long[most]);
        for (var i = 0; i < most; i++)
        {
            var at = (int)((long)i * Count / most);
            (starts[i], lengths[i]) = (_starts[at], _lengths[at]);
        }

        return new PausesInData(starts, lengths, Completions);
    }

    /// <summary>Where a pause begins on the requests' clock.</summary>
    public long Start(int pause, long offset, double drift) =>
        _starts[pause] + offset + (drift == 0 ? 0 : (long)((_starts[pause] - Anchor) * drift));

    /// <summary>Completions inside one pause.</summary>
    public int Inside(int pause, long offset, double drift)
    {
        var start = Start(pause, offset, drift);
        return Completions.Within(start, start + _lengths[pause]);
    }

    /// <summary>Completions inside all.</summary>
    public long Inside(long offset, double drift)
    {
        long inside = 0;
        for (var i = 0; i < _starts.Length; i++) inside += Inside(i, offset, drift);
        return inside;
    }

    /// <summary>Completions between the first and the last pause at an offset.</summary>
    public int Covered(long offset) =>
        _starts.Length == 0 ? 0 : Completions.Within(_starts[0] + offset, _starts[^1] + _lengths[^1] + offset);

    /// <summary>How well an offset fits, by the offsets around it.</summary>
    public ClockFit Evaluate(long offset, double drift)
    {
        for (var i = 0; i < Count; i++)
        {
            var start = Start(i, offset, drift);
            long sum = 0;
            for (var j = 0; j < Samples; j++)
            {
                var at = Within(start, SampledOffset(j), _lengths[i]);
                var count = Completions.Within(at, at + _lengths[i]);
                _counts[(i * Samples) + j] = count;
                sum += count;
            }

            _expected[i] = (double)sum / Samples;
        }

        var inside = Inside(offset, drift);
        var least = 0.0;
        for (var t = 0; t < Thetas.Length; t++) least = Math.Min(least, (Thetas[t] * inside) + LogOfMeans(t));
        return new ClockFit(offset, drift, inside, _expected.Sum(), least / Together());
    }

    /// <summary>From one of the longest pauses away to some ten, or to some seconds in long recordings, either way.</summary>
    private long SampledOffset(int sample)
    {
        var away = Longest + ((long)((sample / 2) + 1) * _reach / (Samples / 2));
        // Uneven distances, so that pauses at an even beat are not always met.
        away += (long)(0.618034 * (sample * 7919 % Samples) / Samples * (_reach / Samples));
        return (sample & 1) == 0 ? away : -away;
    }

    /// <summary>Where no requests end nearby, an empty window is no evidence: then the other side is used.</summary>
    private long Within(long start, long away, long length)
    {
        var (at, other) = (start + away, start - away);
        return Holds(at, length) || !Holds(other, length) ? at : other;
    }

    private bool Holds(long at, long length) =>
        Completions.Count > 0 && at >= Completions.Instants[0] && at + length <= Completions.Instants[^1];

    private double LogOfMeans(int theta)
    {
        double sum = 0;
        for (var i = 0; i < Count; i++)
        {
            double mean = 1;
            for (var j = 0; j < Samples; j++)
            {
                mean += Powers[(theta * CountsInTable) + Math.Min(_counts[(i * Samples) + j], CountsInTable - 1)];
            }

            sum += Math.Log(mean / (Samples + 1));
        }

        return sum;
    }

    /// <summary>How many times more the sum of the counts varies than if pauses were independent; at least 1.</summary>
    private double Together()
    {
        double own = 0, mean = 0, square = 0;
        for (var i = 0; i < Count; i++)
        {
            double squares = 0;
            for (var j = 0; j < Samples; j++) squares += (double)_counts[(i * Samples) + j] * _counts[(i * Samples) + j];
            own += (squares / Samples) - (_expected[i] * _expected[i]);
        }

        for (var j = 0; j < Samples; j++)
        {
            double sum = 0;
            for (var i = 0; i < Count; i++) sum += _counts[(i * Samples) + j];
            mean += sum / Samples;
            square += sum * sum / Samples;
        }

        // 64 samples estimate a variance to a fifth; less than that is not significant.
        return own <= 0 ? 1 : Math.Max(1, (square - (mean * mean)) / own / 1.5);
    }

    private static double[] PowersOfThetas()
    {
        var powers = new double[Thetas.Length * CountsInTable];
        for (var t = 0; t < Thetas.Length; t++)
        {
            for (var count = 0; count < CountsInTable; count++) powers[(t * CountsInTable) + count] = Math.Exp(-Thetas[t] * count);
        }

        return powers;
    }
}
