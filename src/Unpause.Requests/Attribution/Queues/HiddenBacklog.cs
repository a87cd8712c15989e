namespace Unpause.Requests.Attribution.Queues;

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
        var distance = DemandDistance.Between(first, second);
        return distance.Excess > ClearDistance && first[first.Length / 2] > Longer * second[second.Length / 2];
    }
}
