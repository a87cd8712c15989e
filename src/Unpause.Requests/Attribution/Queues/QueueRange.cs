namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// The queues that a process may be: the best, and those under which it would have been fastest and slowest without pauses.
/// </summary>
/// <param name="Best">The one that fits best, or the one that is assumed.</param>
/// <param name="Fastest">Leaves the shortest latencies.</param>
/// <param name="Slowest">Leaves the longest.</param>
/// <param name="Candidates">How many fit within chance of the best.</param>
public sealed record QueueRange(QueueModel Best, QueueModel Fastest, QueueModel Slowest, int Candidates)
{
    /// <summary>Whether requests wait behind others that are not among them, or may.</summary>
    public bool HiddenBacklog => this == OwnPausesOnly;

    private const int Percentile = 990;

    /// <summary>Where requests are missing, no queue can be served again: each request is only relieved of the pauses inside it.</summary>
    public static QueueRange OwnPausesOnly { get; } = Alone(new QueueModel(QueueDiscipline.Unlimited, 0, null, Fits: false));

    /// <summary>Serves a sample of the requests by every model, so that all of them have to be served by three at most.</summary>
    public static QueueRange Fit(QueueSample sample)
    {
        var models = QueueFit.Find(sample);
        if (Queues.HiddenBacklog.In(sample)) return OwnPausesOnly;
        var untouched = models[0].Fits ? null : UntouchedRequests.Of(sample);
        if (models.Count == 1 && untouched is null) return Alone(models[0]);
        var latencies = new long[sample.Count];
        var possible = new List<QueueModel>();
        var (fastest, slowest) = (models[0], models[0]);
        var (least, most) = (long.MaxValue, long.MinValue);
        foreach (var model in models)
        {
            sample.Demands(model, sample.Pauses, latencies);
            sample.Replay(model, latencies);
            if (untouched?.Refute(latencies) == true) continue;
            possible.Add(model);
            var from = 0;
            var p99 = Requests.Statistics.Percentiles.Pick(latencies, Percentile, ref from) ?? 0;
            if (p99 < least) (least, fastest) = (p99, model);
            if (p99 > most) (most, slowest) = (p99, model);
        }

        return possible.Count == 0
            ? Alone(new QueueModel(QueueDiscipline.Unlimited, 0, models[^1].Distance ?? 1, Fits: false))
            : new QueueRange(possible[0], fastest, slowest, possible.Count);
    }

    private static QueueRange Alone(QueueModel model) => new(model, model, model, 1);
}

/// <summary>
/// Whether requests wait behind others that are not there to be seen, because the requests are a sample of all, or of some
/// instances of one server. Then those that come in or right after a pause and seem to find nobody take longer, less the
/// pause, than those that find nobody at other times.
/// </summary>
internal static class HiddenBacklog
{
    private const int FewestCompared = 20;
    private const double ClearDistance = 0.1;
    private const double Longer = 1.15;

    /// <summary>Whether the sample shows it.</summary>
    public static bool In(QueueSample sample)
    {
        var (held, others) = (new List<long>(), new List<long>());
        sample.CountInFlight(0);
        for (var i = 0; i < sample.Count; i++)
        {
            if (sample.InFlight[i] > 0) continue;
            var (from, to) = (sample.Arrivals[i], sample.Arrivals[i] + sample.Latencies[i]);
            (sample.Held[i] ? held : others).Add(to - from - sample.Pauses.Stopped(from, to));
        }

        if (held.Count < FewestCompared || others.Count < FewestCompared) return false;
        var (first, second) = (held.ToArray(), others.ToArray());
        var distance = DemandDistance.Between(first, second, QueueSample.RoundedNanoseconds);
        return distance.Excess > ClearDistance && first[first.Length / 2] > Longer * second[second.Length / 2];
    }
}
