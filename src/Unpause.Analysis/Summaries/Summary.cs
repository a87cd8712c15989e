using Unpause.Analysis.Retainers;
using Unpause.Analysis.Utilisation;
using Unpause.Recordings.Waits;
using Unpause.Requests.Attribution;

namespace Unpause.Analysis.Summaries;

/// <summary>The numbers of one recording.</summary>
/// <param name="Pauses">Stop-the-world intervals as the collector reports them.</param>
/// <param name="Stops">What the application felt, where the runtime records it.</param>
/// <param name="Stalls">Waits of single threads, by what they waited for.</param>
/// <param name="Collections">Collections by generation, cause and phase.</param>
/// <param name="Heap">Heap sizes and rates.</param>
public sealed record Summary(
    PauseSummary Pauses, StopSummary? Stops, IReadOnlyList<StallSummary> Stalls, CollectionSummary Collections, HeapSummary Heap)
{
    /// <summary>ZGC: the most threads that waited for memory at one moment; null where none, or where their stalls have times.</summary>
    public int? WaitingThreads { get; init; }

    /// <summary>Time that threads of the program helped the collector; null where the runtime does not record it.</summary>
    public AssistSummary? Assists { get; init; }

    /// <summary>What the collector took of the processors; null where the runtime does not record it.</summary>
    public CollectorCpu? CollectorCpu { get; init; }

    /// <summary>The least share of the time that the application had, by time scale; null where pauses or times are unknown.</summary>
    public UtilisationSummary? Utilisation { get; init; }

    /// <summary>What recorded requests' time went into; null where the runtime does not record it.</summary>
    public RequestTimeSummary? RequestTime { get; init; }

    /// <summary>Parts of the heap; empty where the runtime does not record it.</summary>
    public IReadOnlyList<SpaceSummary> Spaces { get; init; } = [];

    /// <summary>What the collector reported besides; null where it records nothing.</summary>
    public CollectorSummary? Collector { get; init; }

    /// <summary>What retains long-lived objects; null where no such samples were recorded.</summary>
    public HeapRetainers? Retainers { get; init; }

    /// <summary>All that stopped the program: stops where the runtime records them, else pauses.</summary>
    public PauseSummary Felt => Stops ?? Pauses;

    /// <summary>Computes all numbers of a recording.</summary>
    internal static Summary Compute(Recording recording)
    {
        PauseSummary? pauses = null;
        StopSummary? stops = null;
        CollectionSummary? collections = null;
        HeapSummary? heap = null;
        Apart.Do(
            recording,
            () => collections = CollectionSummary.Compute(recording),
            () => stops = StopSummary.Compute(recording),
            () => heap = HeapSummary.Compute(recording),
            () => pauses = PauseSummary.Compute(recording));
        var facts = FactTotals.Compute(recording);
        return new Summary(pauses!, stops, StallSummary.ComputeAll(recording), collections!, heap!)
        {
            WaitingThreads = WaitingThreadsOf(recording),
            Assists = AssistSummary.Compute(recording),
            CollectorCpu = CollectorCpu.Compute(recording),
            Utilisation = UtilisationSummary.Compute(recording, stops?.Places),
            RequestTime = RequestTimeSummary.Compute(recording),
            Spaces = facts?.Spaces ?? [],
            Collector = facts?.Collector,
            Retainers = HeapRetainers.Compute(recording),
        };
    }

    private static int? WaitingThreadsOf(Recording recording)
    {
        if (recording.Stalls.Count > 0) return null;
        int? most = null;
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == JvmCounters.WaitingThreads) most = Math.Max(most ?? 0, (int)counter.Value);
        }

        return most;
    }
}

/// <summary>Waits of single threads for one thing; times in nanoseconds. They are no pauses and never added to them.</summary>
/// <param name="Name">What the threads waited for, in the runtime's words.</param>
/// <param name="Count">Waits.</param>
/// <param name="TotalNanoseconds">Thread time, all threads together.</param>
public sealed record StallSummary(string Name, long Count, Total TotalNanoseconds, long MaxNanoseconds)
{
    /// <summary>Groups a recording's stalls by name, the largest total first.</summary>
    internal static IReadOnlyList<StallSummary> ComputeAll(Recording recording)
    {
        var kinds = new Dictionary<string, StallSummary>(StringComparer.Ordinal);
        foreach (var stall in recording.Stalls)
        {
            var known = kinds.GetValueOrDefault(stall.Name) ?? new StallSummary(stall.Name, 0, default, 0);
            kinds[stall.Name] = new StallSummary(
                stall.Name, known.Count + 1, known.TotalNanoseconds
                    + stall.DurationNanoseconds, Math.Max(known.MaxNanoseconds, stall.DurationNanoseconds));
        }

        return [.. kinds.Values.OrderByDescending(kind => kind.TotalNanoseconds)];
    }
}

/// <summary>What the time of a recording's own requests went into.</summary>
/// <param name="P99Nanoseconds">Their 99th percentile, nearest rank.</param>
/// <param name="All">All of them.</param>
/// <param name="SlowestRequests">How many took the 99th percentile or longer.</param>
/// <param name="Slowest">These.</param>
/// <param name="Longest">Indexes of the longest ones, the longest first.</param>
public sealed record RequestTimeSummary(
    long Requests,
    long P50Nanoseconds,
    long P99Nanoseconds,
    long MaxNanoseconds,
    RequestTimes All,
    long SlowestRequests,
    RequestTimes Slowest,
    IReadOnlyList<int> Longest)
{
    private const int MostLongest = 10;
    private const double Median = 0.5, High = 0.99;

    /// <summary>Adds up a recording; null where it has no requests' times.</summary>
    public static RequestTimeSummary? Compute(Recording recording)
    {
        if (recording.Requests is not { Times: { Count: > 0 } times } recorded) return null;
        var durations = new long[times.Count];
        for (var i = 0; i < durations.Length; i++) durations[i] = recorded.Requests[i].DurationNanoseconds;
        var sorted = (long[])durations.Clone();
        Array.Sort(sorted);
        var threshold = At(sorted, High);
        RequestTimes all = default, slowest = default;
        var slow = 0L;
        for (var i = 0; i < durations.Length; i++)
        {
            all = all.Plus(times[i]);
            if (durations[i] < threshold) continue;
            slowest = slowest.Plus(times[i]);
            slow++;
        }

        var from = sorted[Math.Max(0, sorted.Length - MostLongest)];
        var longest = new List<int>();
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] >= from) longest.Add(i);
        }

        longest.Sort((a, b) => durations[b] != durations[a] ? durations[b].CompareTo(durations[a]) : a.CompareTo(b));
        if (longest.Count > MostLongest) longest.RemoveRange(MostLongest, longest.Count - MostLongest);
        return new RequestTimeSummary(durations.Length, At(sorted, Median), threshold, sorted[^1], all, slow, slowest, longest);
    }

    private static long At(long[] sorted, double share) => sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)];
}
