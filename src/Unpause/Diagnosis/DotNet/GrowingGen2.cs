using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

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
        "least growth from each quarter of the time to the next", 5,
        "filling a cache once is no leak, and the least of a quarter jumps less than this");

    private static readonly Threshold FewestQuarters = Threshold.Count(
        "fewest quarters of the time with gen2 collections", 3, "quarters", "collections of the start alone show no trend");

    private static readonly Threshold Warm = Threshold.Seconds(
        "length below which it may as well be caches that fill", 60, "most programs have filled theirs by then");

    private static readonly Threshold Short = Threshold.Seconds(
        "length below which the finding is medium at most", 20, "a program that starts grows fast and stops");

    private static readonly Threshold Room = Threshold.Mebibytes(
        "growth that is taken for the end where no limit is told", 4096, "few containers give a service more");

    private static readonly Threshold Soon = Threshold.Seconds(
        "time to the limit that makes the finding high", 3600, "nobody can wait for the next release");

    private static readonly Threshold Later = Threshold.Seconds(
        "time to the limit from which on it is low", 86_400, "a restart a day keeps it away meanwhile");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-gen2",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"What is in use after gen2 collections grows to {Growth} its size, by at least {LeastBytes} in all and by {Quarterly} "
            + "in each quarter of the recording: a leak, or a cache without bound.",
        Background = "Leak or traffic? What is in use after each gen2 collection either grows all the time, which is a leak or a cache "
            + "without bound, or stays the same while objects pass through, which is traffic.",
        Thresholds = [Growth, LeastBytes, Fewest, Quarterly, FewestQuarters, Warm, Short, Room, Soon, Later],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "record again when the program is warm, to be sure",
            "compare two heap dumps some minutes apart",
            "look for static collections, event handlers, caches without a limit, timers, tasks that never end",
        ],
        FollowsFrom = ["finalizer-backlog"],
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
        var begin = live[live.Count / 4];
        var (first, last) = (begin.Bytes, live[^1].Bytes);
        var seconds = (live[^1].At - begin.At) / 1e9;
        if (last < first * Growth.Value || last - first < LeastBytes.Value || seconds <= 0 || !GrowsThroughout(live)) return Verdict.Silent;
        var rate = (last - first) / seconds;
        var limit = DotNetSettings.Number(process.Recording.Source, DotNetSettingNames.HardLimit);
        var left = limit is { } most ? Math.Max(0, most - last) : Room.Value;
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(seconds, left / rate),
            $"The heap after gen2 collections grew from {Quantities.Bytes(first)} to {Quantities.Bytes(last)} and never shrank: "
            + (limit is { } end ? $"its limit of {Quantities.Bytes(end)}" : $"another {Room}")
            + $" is reached in {InWords(left / rate)} at this rate",
            [
                Evidence.Size("first_live_bytes", $"in use after gen2 collection gc {begin.Number}", first),
                Evidence.Size("last_live_bytes", $"in use after gen2 collection gc {live[^1].Number}", last),
                Evidence.Rate("growth_bytes_per_s", "growth", rate),
                Evidence.Count("gen2_collections", "gen2 collections looked at", live.Count, "collections"),
                Evidence.Time("span_ms", "time between the two", seconds * 1e9),
            ],
            [
                new((seconds < Warm.Value
                        ? "The recording is short: if the program was just filling its caches, record again when it is warm. Else something"
                        : "Something")
                    + " keeps objects, and a process at its limit collects without end until it is killed or can't allocate: list "
                    + "the heap twice, some minutes apart, and compare who holds what grew. Each list stops the program for a full "
                    + "collection.",
                    Code: "unpause heap PID --save before.nettrace; unpause heap PID --save after.nettrace; "
                        + "unpause heap before.nettrace after.nettrace"),
                new("Usual holders: static collections, event handlers that are never removed, caches without a size limit, "
                    + "timers, tasks that never end."),
            ],
            null)
        {
            Confidence = seconds < Warm.Value
                ? Confidence.Possible("the recording is short: caches that fill look the same")
                : Confidence.Likely("the least of each quarter lies above the one before"),
            TimeBack = CopyingTime.Of(
                process, CopyingTime.CopiesToGen2 * (double)(last - first), "pauses of collections that copy what stays"),
            FollowsFrom = PinsGrow(process.Recording) ? ["finalizer-backlog", "young-pinning"] : null,
        });
    }

    private static Severity SeverityOf(double seconds, double left) =>
        left > Later.Value ? Severity.Low : left > Soon.Value || seconds < Short.Value ? Severity.Medium : Severity.High;

    private static string InWords(double seconds) => seconds switch
    {
        < 120 => $"{seconds:0} s",
        < 2 * 3600 => $"{seconds / 60:0} minutes",
        < 2 * 86_400 => $"{seconds / 3600:0} hours",
        _ => $"{seconds / 86_400:0} days",
    };

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

    /// <summary>Whether ever more objects are pinned: then handles that nobody frees are what keeps them.</summary>
    private static bool PinsGrow(Recording recording)
    {
        long first = 0, last = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var pinned = recording.Facts?.Of(i, CollectionFact.PinnedObjects) ?? 0;
            if (i < recording.Collections.Count / 4) first = Math.Max(first, pinned);
            else last = Math.Max(last, pinned);
        }

        return last >= first * Growth.Value && last > 0;
    }

    /// <summary>
    /// From each quarter of the time to the next, by the least live set of each: filling a cache once, however many collections that
    /// takes, is no leak. A quarter without a collection is passed over.
    /// </summary>
    private static bool GrowsThroughout(List<(long Number, long At, long Bytes)> live)
    {
        var (begin, length) = (live[0].At, live[^1].At - live[0].At);
        var (previous, quarters) = (0L, 0);
        for (int from = 0, to = 0; from < live.Count; from = to)
        {
            var quarter = Quarter(live[from].At - begin, length);
            var least = live[from].Bytes;
            for (; to < live.Count && Quarter(live[to].At - begin, length) == quarter; to++) least = Math.Min(least, live[to].Bytes);
            if (least <= previous * (1 + Quarterly.Share)) return false;
            previous = least;
            quarters++;
        }

        return quarters >= FewestQuarters.Value;
    }

    private static int Quarter(long at, long length) => length <= 0 ? 0 : (int)Math.Min(3, 4 * (double)at / length);
}
