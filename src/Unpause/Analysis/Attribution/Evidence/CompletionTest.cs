using Unpause.Analysis.Attribution.Join;

namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>
/// Whose pauses they are: whether they hold these requests up at all. While a process is stopped none of its requests can
/// end, so few or no completions fall inside its pauses, and about as many as the pauses' share of time inside a
/// stranger's. The pauses are shifted round the
/// recorded stretch by 999 random distances; <c>p = (1 + shifts with at most as many completions inside) ÷ (1 + shifts)</c>.
/// </summary>
internal sealed class CompletionTest
{
    private const int Shifts = 999;
    private const int MostRequests = 10_000;
    private const int Seed = 20_240_229;

    private readonly List<(PauseTimeline Pauses, long From, long Length, long Completion)> _completions = [];

    /// <summary>Completions inside pauses.</summary>
    public int Inside => CountInside(0);

    /// <summary>Completions inside pauses by chance, from the share of time that pauses fill.</summary>
    public double ByChance { get; private set; }

    /// <summary>Completions looked at.</summary>
    public int Count => _completions.Count;

    /// <summary>Adds requests of a process that end while it is recorded, evenly thinned when there are very many.</summary>
    /// <param name="requests">All its requests.</param>
    /// <param name="pauses">Its pauses, on the requests' clock.</param>
    /// <param name="from">Start of the recorded stretch.</param>
    /// <param name="to">Its end.</param>
    public void Add(RequestArray requests, PauseTimeline pauses, long from, long to)
    {
        var every = Math.Max(1, requests.Count / MostRequests);
        var before = _completions.Count;
        for (var i = 0; i < requests.Count; i += every)
        {
            var completion = requests.Starts[i] + requests.Durations[i];
            if (completion >= from && completion < to) _completions.Add((pauses, from, to - from, completion));
        }

        ByChance += (_completions.Count - before) * (double)pauses.TotalNanoseconds / Math.Max(1, to - from);
    }

    /// <summary>The p-value; null without completions.</summary>
    public double? PValue()
    {
        if (_completions.Count == 0) return null;
        var random = new Random(Seed);
        var measured = Inside;
        var atMost = 0;
        for (var i = 0; i < Shifts; i++) atMost += CountInside(random.NextDouble()) <= measured ? 1 : 0;
        return (1.0 + atMost) / (1.0 + Shifts);
    }

    private int CountInside(double share)
    {
        var inside = 0;
        foreach (var (pauses, from, length, completion) in _completions)
        {
            var instant = completion - (long)(share * length);
            if (pauses.Contains(instant < from ? instant + length : instant)) inside++;
        }

        return inside;
    }
}
