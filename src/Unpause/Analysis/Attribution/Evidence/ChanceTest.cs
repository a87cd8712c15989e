using Unpause.Analysis.Attribution.Join;

namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>
/// How likely pauses meet slow requests as much as they do by chance: a permutation test. The pauses are shifted round
/// the recorded stretch by 999 random distances, which keeps their own rhythm; the statistic is the stopped time inside
/// slow requests; <c>p = (1 + shifts with at least as much) ÷ (1 + shifts)</c> (Phipson and Smyth 2010: never 0).
/// A common cause of both, such as a load that comes in waves, is not told apart from a cause.
/// Where pauses fill the time, every shift meets as much, and the test tells nothing: <see cref="CompletionTest"/> then does.
/// </summary>
internal sealed class ChanceTest
{
    private const int Shifts = 999;
    private const int MostRequests = 10_000;
    private const int Seed = 20_240_229;

    private readonly List<Slow> _slow = [];

    private readonly record struct Slow(PauseTimeline Pauses, long From, long Length, long Arrival, long Latency);

    /// <summary>Adds the slow requests of a process, evenly thinned when there are very many.</summary>
    /// <param name="requests">All its requests.</param>
    /// <param name="pauses">Its pauses, on the requests' clock.</param>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <param name="from">Start of the recorded stretch.</param>
    /// <param name="to">Its end.</param>
    /// <param name="slow">How many slow requests all processes have.</param>
    public void Add(RequestArray requests, PauseTimeline pauses, long threshold, long from, long to, long slow)
    {
        var every = Math.Max(1, slow / MostRequests);
        long seen = 0;
        for (var i = 0; i < requests.Count; i++)
        {
            if (requests.Durations[i] <= threshold || seen++ % every != 0) continue;
            var latency = Math.Min(requests.Durations[i], Math.Max(0, to - requests.Starts[i]));
            _slow.Add(new Slow(pauses, from, to - from, requests.Starts[i], latency));
        }
    }

    /// <summary>The p-value; null without slow requests.</summary>
    public double? PValue()
    {
        if (_slow.Count == 0) return null;
        var random = new Random(Seed);
        var measured = Statistic(0);
        var atLeast = 0;
        for (var i = 0; i < Shifts; i++) atLeast += Statistic(random.NextDouble()) >= measured ? 1 : 0;
        return (1.0 + atLeast) / (1.0 + Shifts);
    }

    /// <summary>Stopped time inside slow requests when all pauses are shifted by a share of their recorded stretch.</summary>
    private long Statistic(double share)
    {
        long total = 0;
        foreach (var slow in _slow)
        {
            var start = slow.Arrival - (long)(share * slow.Length);
            if (start < slow.From) start += slow.Length;
            var end = start + slow.Latency;
            var around = end - slow.From - slow.Length;
            total += slow.Pauses.Stopped(start, end);
            if (around > 0) total += slow.Pauses.Stopped(slow.From, slow.From + around);
        }

        return total;
    }
}
