namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// Finds the queues that a process may be. A request's need does not depend on how many were there when it came, nor on
/// whether the process was stopped then. So under the right model, requests that came to many need what those need that
/// came to few, and those that a pause delayed need what the others need; with too few workers assumed they seem to need
/// less, with too many more, because waiting counts as need. The model with the smallest distance between the two
/// distributions is the best; those that chance may have put behind it fit as well, and the answer is a range over them.
/// </summary>
/// <remarks>
/// Sharing lets short requests overtake long ones, so it is tried only where requests do. Times of a client or a proxy
/// hold more than the queue: a time that every request takes and no worker is busy for. It is looked for where no model
/// fits well without it; a sync worker of gunicorn seen from its client fits no queue without (distance 0.7) and one
/// worker with 2 ms of 5 outside (0.05).
/// Chosen by simulation (tests: QueueFitTests): with 1, 4, 16 and unlimited workers, in turn and shared, smooth and in
/// bursts, the distance is below 0.03 for the true model and above 0.06 for every other, and the replay then gives the
/// true percentiles, where removing each request's own overlap alone leaves p99 up to four times too high.
/// </remarks>
internal sealed class QueueFit
{
    private const int FewestCompared = 100;
    private const int FewestHeld = 50;
    private const double LargestDistance = 0.08;

    // The time outside is taken for the same in every request, which it never quite is.
    private const double LargestDistanceFromOutside = 0.15;
    private const double CloseDistance = 0.03;
    private const int ClearlyBetter = 2;
    private const int MostOutsideSteps = 6;

    // Distances that differ by less are no evidence for either model: real service is never exactly like a model.
    private const double NoDifference = 0.02;
    private const double NotMuchWorse = 1.5;
    private static readonly int[] WorkerCounts = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256];

    private readonly QueueSample _sample;
    private readonly long[] _demands;
    private readonly long[] _one;
    private readonly long[] _other;
    private readonly List<Judged> _judged = [];
    private long _excess;

    private QueueFit(QueueSample sample)
    {
        _sample = sample;
        _demands = new long[sample.Count];
        _one = new long[sample.Count];
        _other = new long[sample.Count];
    }

    private readonly record struct Judged(QueueModel Model, DemandDistance? Distance)
    {
        public double? Excess => Distance?.Excess;

        public bool BetterThan(Judged other) =>
            Distance is { } own && (other.Distance is not { } others || own.Excess < others.Excess
                || (own.Excess == others.Excess && own.Ratio < others.Ratio));
    }

    /// <summary>
    /// The best model, then all others that may be right as well; the best one is <see cref="QueueModel.Assumed"/> when none fits.
    /// </summary>
    public static IReadOnlyList<QueueModel> Find(QueueSample sample)
    {
        // Where requests never overlap, every model says the same.
        if (!sample.InFlight.AsSpan().ContainsAnyExcept(0)) return [QueueModel.NeverTwo];
        return new QueueFit(sample).Find();
    }

    private List<QueueModel> Find()
    {
        JudgeAll(Judge);
        var best = Best();
        if (best.Distance?.Largest > CloseDistance)
        {
            JudgeAll(JudgeFromOutside);
            var outside = Best();
            if (outside.Excess * ClearlyBetter < best.Excess) best = outside;
            else _judged.RemoveAll(judged => judged.Model.OutsideNanoseconds > 0);
        }

        var limit = best.Excess is { } excess ? Math.Max(excess + NoDifference, excess * NotMuchWorse) : double.MaxValue;
        var models = new List<QueueModel>();
        if (!best.Model.Fits) models.Add(QueueModel.Assumed);
        if (best.Distance is not null) models.Add(best.Model);
        foreach (var judged in _judged)
        {
            if (judged != best && !(judged.Excess > limit)) models.Add(judged.Model);
        }

        return models;
    }

    private Judged Best()
    {
        var best = _judged[0];
        foreach (var judged in _judged)
        {
            if (judged.BetterThan(best)) best = judged;
        }

        return best;
    }

    private void JudgeAll(Func<QueueModel, int, Judged> judge)
    {
        var mostWorkers = 1;
        foreach (var workers in WorkerCounts)
        {
            _sample.CountInFlight(0);
            if (_sample.CountAtLeast(workers) < (workers == 1 ? 1 : FewestHeld)) break;
            mostWorkers = workers;
            _judged.Add(judge(new QueueModel(QueueDiscipline.FirstComeFirstServed, workers, null, Fits: false), workers));
            if (_sample.Overtaking) _judged.Add(judge(new QueueModel(QueueDiscipline.Shared, workers, null, Fits: false), workers));
        }

        if (judge == Judge) _judged.Add(judge(new QueueModel(QueueDiscipline.Unlimited, 0, null, Fits: false), mostWorkers));
    }

    /// <summary>
    /// The model with the time outside the queue under which uncrowded requests need what crowded ones do. What they
    /// seem to need more is time outside, and a fixed point is soon reached.
    /// </summary>
    private Judged JudgeFromOutside(QueueModel model, int crowd)
    {
        var best = Judge(model, crowd);
        var outside = _excess;
        for (var step = 0; step < MostOutsideSteps && outside > 0
            && outside <= _sample.ShortLatency && Math.Abs(_excess) * 100 > outside; step++, outside += _excess)
        {
            var next = Judge(model with { OutsideNanoseconds = outside }, crowd);
            if (next.BetterThan(best)) best = next;
        }

        return best;
    }

    /// <summary>
    /// The model with its distance: the larger of those between arrivals that found <paramref name="crowd"/> or more and
    /// those that found less than half as many, and between arrivals that a pause delayed and all others.
    /// </summary>
    private Judged Judge(QueueModel model, int crowd)
    {
        _excess = 0;
        _sample.CountInFlight(model.OutsideNanoseconds);
        _sample.Demands(model, _sample.Pauses, _demands);
        var (crowded, uncrowded) = Part(crowd, Math.Max(1, crowd / 2));
        if (crowded < FewestCompared || uncrowded < FewestCompared) (crowded, uncrowded) = PartInThirds();
        if (crowded < FewestCompared || uncrowded < FewestCompared) return new Judged(model, null);
        var distance = DemandDistance.Between(_one.AsSpan(0, crowded), _other.AsSpan(0, uncrowded), _sample.EqualNanoseconds);
        _excess = _other[uncrowded / 2] - _one[crowded / 2];
        var (held, others) = PartByPauses();
        if (held >= FewestHeld && others >= FewestCompared)
        {
            var stopped = DemandDistance.Between(_one.AsSpan(0, held), _other.AsSpan(0, others), _sample.EqualNanoseconds);
            if (stopped.Excess > distance.Excess) distance = stopped;
        }

        var most = model.OutsideNanoseconds > 0 ? LargestDistanceFromOutside : LargestDistance;
        return new Judged(model with { Distance = distance.Largest, Fits = distance.Excess <= most }, distance);
    }

    private (int Crowded, int Uncrowded) Part(int atLeast, int fewerThan)
    {
        var (crowded, uncrowded) = (0, 0);
        for (var i = 0; i < _demands.Length; i++)
        {
            if (_sample.Slowed[i]) continue;
            if (_sample.InFlight[i] >= atLeast) _one[crowded++] = _demands[i];
            else if (_sample.InFlight[i] < fewerThan && !_sample.Held[i]) _other[uncrowded++] = _demands[i];
        }

        return (crowded, uncrowded);
    }

    /// <summary>Where a server is always or hardly ever full, the more crowded third against the less crowded one.</summary>
    private (int Crowded, int Uncrowded) PartInThirds()
    {
        int[] sorted = [.. _sample.InFlight];
        Array.Sort(sorted);
        var (low, high) = (sorted[sorted.Length / 3], sorted[2 * sorted.Length / 3]);
        return Part(Math.Max(high, low + 1), low + 1);
    }

    private (int Held, int Others) PartByPauses()
    {
        var (held, others) = (0, 0);
        for (var i = 0; i < _demands.Length; i++)
        {
            if (_sample.Slowed[i]) continue;
            if (_sample.Held[i]) _one[held++] = _demands[i];
            else _other[others++] = _demands[i];
        }

        return (held, others);
    }
}

/// <summary>
/// The distance of two samples of service times: the largest distance between their empirical distributions (Kolmogorov and
/// Smirnov), and how much of it chance explains. Values that differ by 2 %, or by what is too little to matter, count as equal:
/// where all requests need alike any rounding of stamps would part them.
/// </summary>
/// <param name="Largest">0 to 1.</param>
/// <param name="ByChance">What chance exceeds in 5 % of equal distributions: 1.36 √(1/n + 1/m).</param>
internal readonly record struct DemandDistance(double Largest, double ByChance)
{
    private const double ChanceDistance = 1.36;
    private const int EqualPart = 50;

    /// <summary>What chance does not explain; 0 where it may explain all.</summary>
    public double Excess => Math.Max(0, Largest - ByChance);

    /// <summary>In units of what chance makes.</summary>
    public double Ratio => Largest / ByChance;

    /// <summary>The distance; sorts both samples, which must not be empty.</summary>
    /// <param name="equal">Values that differ by so many nanoseconds count as equal.</param>
    public static DemandDistance Between(Span<long> a, Span<long> b, long equal)
    {
        a.Sort();
        b.Sort();
        return new(Math.Max(Above(a, b, equal), Above(b, a, equal)), ChanceDistance * Math.Sqrt((1.0 / a.Length) + (1.0 / b.Length)));
    }

    /// <summary>
    /// The most by which one distribution is above the other, whose values are first made smaller by what counts as equal.
    /// </summary>
    private static double Above(ReadOnlySpan<long> a, ReadOnlySpan<long> b, long equal)
    {
        double largest = 0;
        for (int i = 0, j = 0; i < a.Length; i++)
        {
            while (j < b.Length && b[j] - (b[j] / EqualPart) - equal <= a[i]) j++;
            largest = Math.Max(largest, ((i + 1.0) / a.Length) - ((double)j / b.Length));
        }

        return largest;
    }
}
