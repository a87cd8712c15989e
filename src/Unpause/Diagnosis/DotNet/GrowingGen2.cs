using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Leak or traffic? What is in use after each gen2 collection either grows all the time, which is a leak or a cache
/// without bound, or stays the same while objects pass through, which is traffic.
/// </summary>
public sealed class GrowingGen2 : Rule
{
    private const int FewestCollections = 6;
    private const double WarmSeconds = 60;
    private const double LeastGrowth = 1.5;
    private const long LeastBytes = 20 * 1024 * 1024;

    /// <inheritdoc/>
    public override string Id => "growing-gen2";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "What is in use after gen2 collections grows from each to the next: a leak, or a cache without bound.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var live = LiveSets(process.Recording);
        if (live.Count < FewestCollections) return Verdict.Silent;
        var first = live[live.Count / 4].Bytes;
        var last = live[^1].Bytes;
        var seconds = (live[^1].At - live[live.Count / 4].At) / 1e9;
        if (last < first * LeastGrowth || last - first < LeastBytes || seconds <= 0 || !GrowsThroughout(live)) return Verdict.Silent;
        var rate = (last - first) / seconds;
        return Verdict.Found(new Finding(
            Id,
            seconds >= WarmSeconds ? Severity.Medium : Severity.Low,
            $"The heap after gen2 collections grew from {Quantities.Bytes(first)} to {Quantities.Bytes(last)} and never shrank",
            [
                new($"in use after gen2 collection gc {live[live.Count / 4].Number}", first, "bytes"),
                new($"in use after gen2 collection gc {live[^1].Number}", last, "bytes"),
                new("growth", Math.Round(rate), "bytes per second"),
                new("gen2 collections looked at", live.Count, "collections"),
            ],
            [
                new("If the program was just filling its caches, record again when it is warm. Else something keeps objects: take two heap dumps some minutes apart and compare what grew.", Code: "dotnet-gcdump collect -p PID"),
                new("Usual holders: static collections, event handlers that are never removed, caches without a size limit, timers, tasks that never end."),
            ],
            null));
    }

    private static List<(long Number, long At, long Bytes)> LiveSets(Recording recording)
    {
        var live = new List<(long, long, long)>();
        foreach (var collection in recording.Collections)
        {
            if (collection is { WholeHeap: true, HeapAfterBytes: { } bytes, EndNanoseconds: { } end }) live.Add((collection.Number, end, bytes));
        }

        return live;
    }

    /// <summary>From each quarter of the collections to the next, by the least live set of each: filling a cache once is no leak.</summary>
    private static bool GrowsThroughout(List<(long Number, long At, long Bytes)> live)
    {
        long previous = 0;
        for (var quarter = 0; quarter < 4; quarter++)
        {
            var from = live.Count * quarter / 4;
            var least = live[from].Bytes;
            for (var i = from; i < live.Count * (quarter + 1) / 4; i++) least = Math.Min(least, live[i].Bytes);
            if (least <= previous * 1.05) return false;
            previous = least;
        }

        return true;
    }
}
