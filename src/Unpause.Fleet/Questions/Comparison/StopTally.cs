using Unpause.Analysis.Histograms;
using Unpause.Fleet.Rows;
using Unpause.Reports.Documents.Json;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>The lengths of many slices' stops, added up.</summary>
internal sealed class StopTally
{
    private const int Buckets = (2 * ExponentialHistogram.MostIndex) + 1;

    // The exponential distribution's mean square, in squares of its mean.
    private const double UnknownMeanSquare = 2;
    private const double LongestSeconds = 1e9;

    private static readonly double[] Squares = MakeSquares();

    private readonly long[] _counts = new long[Buckets];
    private long _zero;
    private double _max, _sum, _squares;

    /// <summary>
    /// Half of the ratio of mean square to mean, in seconds. A sum of stops that come at random with the mean m has the variance 2 m times
    /// this, and adding it to the sum makes the logarithm of the sum unbiased to first order: the half event that F. J. Anscombe (The
    /// transformation of Poisson, binomial and negative-binomial data, 1948) adds to a count, for events of unequal lengths. 0 without
    /// stops.
    /// </summary>
    public double NoiseSeconds => _sum > 0 ? _squares / (2 * _sum) : 0;

    /// <summary>The 99th percentile; null without stops.</summary>
    public Milliseconds? P99
    {
        get
        {
            var (indexes, counts, total) = (new List<short>(), new List<long>(), _zero);
            for (var i = 0; i < Buckets; i++)
            {
                if (_counts[i] == 0) continue;
                indexes.Add((short)(i - ExponentialHistogram.MostIndex));
                counts.Add(_counts[i]);
                total = Sum(total, _counts[i]);
            }

            var stops = new StopTimes
            {
                Count = total, Zero = _zero, MaxSeconds = Math.Min(_max, LongestSeconds), Indexes = [.. indexes], Counts = [.. counts],
            };
            return stops.Percentile(99) is { } seconds ? new Milliseconds((long)(seconds * 1e9)) : null;
        }
    }

    /// <summary>Adds stops. Buckets that cannot be are left out.</summary>
    public void Add(StopTimes stops)
    {
        var (counted, squares) = (0.0, 0.0);
        for (var i = 0; i < Math.Min(stops.Indexes.Length, stops.Counts.Length); i++)
        {
            var at = stops.Indexes[i] + ExponentialHistogram.MostIndex;
            if (at is < 0 or >= Buckets || stops.Counts[i] <= 0) continue;
            _counts[at] = Sum(_counts[at], stops.Counts[i]);
            counted += stops.Counts[i];
            squares += stops.Counts[i] * Squares[at];
        }

        _zero = Sum(_zero, Math.Max(0, stops.Zero));
        if (double.IsFinite(stops.MaxSeconds)) _max = Math.Max(_max, stops.MaxSeconds);
        _sum += stops.SumSeconds;
        _squares += counted > 0 ? squares
            : stops.Count > 0 ? UnknownMeanSquare * stops.SumSeconds * stops.SumSeconds / stops.Count : 0;
    }

    // Counts of a file may be as large as 64 bits; a quarter of that is more than all fleets have.
    private static long Sum(long one, long other) => Math.Min(one, long.MaxValue / 4) + Math.Min(other, long.MaxValue / 4);

    private static double[] MakeSquares()
    {
        var squares = new double[Buckets];
        for (var i = 0; i < Buckets; i++)
        {
            var seconds = Math.Pow(2, (i - ExponentialHistogram.MostIndex + 0.5) / (1 << ExponentialHistogram.Scale)) / 1e3;
            squares[i] = seconds * seconds;
        }

        return squares;
    }
}
