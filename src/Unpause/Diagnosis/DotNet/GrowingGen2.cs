using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Leak or traffic? What is in use after each gen2 collection either grows all the time, which is a leak or a cache
/// without bound, or stays the same while objects pass through, which is traffic.
/// </summary>
internal sealed class GrowingGen2 : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "least growth", 1.5, "from the end of the first quarter to the last: less is a heap that settles");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "least growth in bytes", 20, "a small program doubles by loading its classes");

    private static readonly Threshold Fewest = Threshold.Count("fewest gen2 collections", 6, "collections", "a trend of fewer is chance");

    private static readonly Threshold Quarterly = Threshold.Percent(
        "least growth from each quarter to the next", 5,
        "filling a cache once is no leak, and the least of a quarter jumps less than this");

    private static readonly Threshold Warm = Threshold.Seconds(
        "length from which on the finding is medium", 60, "a shorter recording may be the program filling its caches");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-gen2",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"What is in use after gen2 collections grows to {Growth} its size, by at least {LeastBytes} in all and by {Quarterly} "
            + "in each quarter of the recording: a leak, or a cache without bound.",
        Background = "Leak or traffic? What is in use after each gen2 collection either grows all the time, which is a leak or a cache "
            + "without bound, or stays the same while objects pass through, which is traffic.",
        Thresholds = [Growth, LeastBytes, Fewest, Quarterly, Warm],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "record again when the program is warm, to be sure",
            "compare two heap dumps some minutes apart",
            "look for static collections, event handlers, caches without a limit, timers, tasks that never end",
        ],
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Microsoft Learn, Debug a memory leak in .NET",
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var live = LiveSets(process.Recording);
        if (live.Count < Fewest.Value) return Verdict.Silent;
        var first = live[live.Count / 4].Bytes;
        var last = live[^1].Bytes;
        var seconds = (live[^1].At - live[live.Count / 4].At) / 1e9;
        if (last < first * Growth.Value || last - first < LeastBytes.Value || seconds <= 0 || !GrowsThroughout(live)) return Verdict.Silent;
        var rate = (last - first) / seconds;
        return Verdict.Found(new Finding(
            Id,
            seconds >= Warm.Value ? Severity.Medium : Severity.Low,
            $"The heap after gen2 collections grew from {Quantities.Bytes(first)} to {Quantities.Bytes(last)} and never shrank",
            [
                Evidence.Size($"in use after gen2 collection gc {live[live.Count / 4].Number}", first),
                Evidence.Size($"in use after gen2 collection gc {live[^1].Number}", last),
                Evidence.Rate("growth", rate),
                Evidence.Count("gen2 collections looked at", live.Count, "collections"),
            ],
            [
                new("If the program was just filling its caches, record again when it is warm. Else something keeps objects: take two "
                    + "heap dumps some minutes apart and compare what grew.", Code: "dotnet-gcdump collect -p PID"),
                new("Usual holders: static collections, event handlers that are never removed, caches without a size limit, "
                    + "timers, tasks that never end."),
            ],
            null));
    }

    private static List<(long Number, long At, long Bytes)> LiveSets(Recording recording)
    {
        var live = new List<(long, long, long)>();
        foreach (var collection in recording.Collections)
        {
            if (collection is { WholeHeap: true, HeapAfterBytes: { } bytes, EndNanoseconds: { } end })
            {
                live.Add((collection.Number, end, bytes));
            }
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
            if (least <= previous * (1 + Quarterly.Share)) return false;
            previous = least;
        }

        return true;
    }
}
