using Unpause.Analysis;
using Unpause.Analysis.LiveSets;
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
        "least growth", 1.5, "from the beginning of the line through all of them to its end: less is a heap that settles");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "least growth in bytes", 20, "a small program doubles by loading its classes");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest gen2 collections", LiveSetVerdict.FewestPoints, "collections", "a trend of fewer is chance");

    private static readonly Threshold Steady = Threshold.Percent(
        "pairs of gen2 collections of which the later has more in use, in recordings too short for an interval", 95, "chance gives half");

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
        Summary = $"What is in use after gen2 collections grows to {Growth} its size and by at least {LeastBytes}, up to the end "
            + "of the recording and more than chance would have it: a leak, or a cache without bound.",
        Background = "Leak or traffic? What is in use after each gen2 collection either grows all the time, which is a leak or a cache "
            + "without bound, or stays the same while objects pass through, which is traffic.",
        Thresholds = [Growth, LeastBytes, Fewest, Steady, Warm, Short, Room, Soon, Later],
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
        if (process.Shared(LiveSetVerdict.Of) is not { InBytes: true } verdict || !Grows(verdict)) return Verdict.Silent;
        var live = LiveSets(process.Recording);
        if (live.Count < Fewest.Value) return Verdict.Silent;
        var begin = live[live.Count / 4];
        var (first, last) = (begin.Bytes, live[^1].Bytes);
        var seconds = (live[^1].At - begin.At) / 1e9;
        if (last < first * Growth.Value || last - first < LeastBytes.Value || seconds <= 0) return Verdict.Silent;
        var rate = verdict is { IsTooBrief: false, Line: { } line } ? line.Slope : (last - first) / seconds;
        var limit = DotNetSettings.Number(process.Recording.Source, DotNetSettingNames.HardLimit);
        var left = limit is { } most ? Math.Max(0, most - last) : Room.Value;
        return Verdict.Found(new Finding(
            Id,
            SeverityOf(seconds, left / rate),
            $"The heap after gen2 collections grew from {Quantities.Bytes(first)} to {Quantities.Bytes(last)} and goes on: "
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
                : Confidence.Likely(verdict is { IsTooBrief: false, Line: { Low: > 0 } sure }
                    ? $"its slope is {Quantities.Bytes(sure.Low)} to {Quantities.Bytes(sure.High)} a second, to the end"
                    : "it rises from one to the next"),
            TimeBack = CopyingTime.Of(
                process, CopyingTime.CopiesToGen2 * (double)(last - first), "pauses of collections that copy what stays"),
            FollowsFrom = PinsGrow(process.Recording) ? ["finalizer-backlog", "young-pinning"] : null,
        });
    }

    /// <summary>Certainly; or as it looks, where the recording is too short to be certain.</summary>
    private static bool Grows(LiveSetVerdict verdict) =>
        verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);

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
}
