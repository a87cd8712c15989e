namespace Unpause.Requests.Attribution.Evidence;

/// <summary>
/// Requests that came while their server was stopped and whose own times do not know it: a server's measurement begins when
/// it takes a request on. Then hardly any request begins inside a stop, and those that came meanwhile begin in a bunch behind
/// it. Whoever comes at an even rate during stops of lengths L waited ΣL² ÷ 2ΣL on average (length-biased sampling).
/// </summary>
/// <param name="Stops">Stops that were looked at.</param>
/// <param name="LongestNanoseconds">The longest of them.</param>
/// <param name="Began">Requests that began during the stops or soon after.</param>
/// <param name="ByChance">How many would have begun right after them by the rate of requests before them.</param>
/// <param name="MeanWaitNanoseconds">What those that were delayed waited on average before the server's time began.</param>
/// <param name="SlowLow">How many more than the server's own times show took longer than the threshold for their clients: at least.</param>
/// <param name="SlowHigh">At most.</param>
public sealed record AcceptQueue(
    int Stops, long LongestNanoseconds, long ShortestNanoseconds, long Began, double ByChance, long MeanWaitNanoseconds, long SlowLow,
    long SlowHigh)
{
    private const long Soon = 20_000_000;
    private const long Rounding = 2_000_000;
    private const long ShortestStop = 5_000_000;
    private const double FewestInside = 8;
    private const double Deviations = 3;
    private const double OpenShare = 0.6;

    /// <summary>Requests that were delayed.</summary>
    public long Count => Math.Max(0, Began - (long)Math.Round(ByChance));

    /// <summary>Counts; null where nothing of it is to be seen.</summary>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <returns>Requests that waited, and whether requests start during pauses as often as at other times, so that none waited.</returns>
    internal static (AcceptQueue? Held, bool Open) Find(List<ProcessPart> parts, long threshold)
    {
        var tally = new Tally();
        foreach (var part in parts) tally.Add(part, threshold);
        return (tally.Result(), tally.Open);
    }

    private sealed class Tally
    {
        private readonly List<double> _chances = [];
        private int _stops;
        private long _longest;
        private long _shortest = long.MaxValue;
        private long _inside;
        private long _after;
        private double _insideByChance;
        private double _afterByChance;
        private double _length;
        private double _squares;

        /// <summary>Whether as many begin inside as at random.</summary>
        public bool Open => _insideByChance >= FewestInside && _inside >= _insideByChance * OpenShare;

        public void Add(ProcessPart part, long threshold)
        {
            var (starts, durations, pauses) = (part.Requests.Starts, part.Requests.Durations, part.Pauses);
            for (var pause = 0; pause < pauses.Count; pause++)
            {
                var (start, end) = (pauses.Start(pause), pauses.End(pause));
                var length = end - start;
                if (length < Math.Max(ShortestStop, 2 * part.ErrorBound)) continue;
                // As long before the pause as after the last one: there the arrival rate is undisturbed.
                var quiet = Math.Min(Math.Max(length, 10 * Soon), start - (pause == 0 ? part.Stretch.From : pauses.End(pause - 1) + Soon));
                if (quiet < Soon) continue;
                // Requests accepted right after the pause may have a timestamp before its end, by the clock error.
                var core = length - (2 * Math.Min(Math.Max(part.ErrorBound, Rounding), length / 4));
                var (before, first, behind, last) = (
                    SortedTimes.Before(starts, start - quiet), SortedTimes.Before(starts, start),
                    SortedTimes.Before(starts, start + ((length + core) / 2)), SortedTimes.Before(starts, end + Soon));
                _stops++;
                (_longest, _shortest) = (Math.Max(_longest, length), Math.Min(_shortest, length));
                _inside += behind - SortedTimes.Before(starts, end - ((length + core) / 2));
                _after += last - behind;
                var rate = (first - before) / (double)quiet;
                _insideByChance += rate * core;
                _afterByChance += rate * (Soon + ((length - core) / 2));
                (_length, _squares) = (_length + length, _squares + ((double)length * length));
                for (var i = first; i < last; i++)
                {
                    // Slow by the server's own time already.
                    if (durations[i] > threshold) continue;
                    var latest = Math.Min(end, starts[i] + durations[i] - threshold);
                    _chances.Add(Math.Clamp((latest - start) / (double)length, 0, 1));
                }
            }
        }

        public AcceptQueue? Result()
        {
            var few = (_insideByChance / 2) - (Deviations * Math.Sqrt(_insideByChance) / 2);
            if (_insideByChance < FewestInside || _inside > few) return null;
            if (_after < _afterByChance + (Deviations * Math.Sqrt(_afterByChance + 1))) return null;
            var (began, waiting) = (_inside + _after, (_inside + _after - _afterByChance) / (_inside + _after));
            double expected = 0, variance = 0;
            foreach (var chance in _chances)
            {
                expected += chance * waiting;
                variance += chance * waiting * (1 - (chance * waiting));
            }

            var spread = (Deviations * Math.Sqrt(variance)) + (Deviations * Math.Sqrt(_afterByChance) * expected / Math.Max(1, began));
            return new AcceptQueue(
                _stops, _longest, _shortest, began, _afterByChance, (long)(_squares / (2 * _length)),
                (long)Math.Max(0, expected - spread), (long)Math.Min(began, expected + spread));
        }
    }
}
