using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// A live set that grows from one gen2 collection to the next: a memory leak or an unbounded cache. A stable live set with much dying in
/// gen2 is turnover: see gen2-traffic.
/// </summary>
internal sealed class GrowingGen2 : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "minimum growth", 1.5, "from the start of the regression line to its end; less is a heap that settles");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum growth in bytes", 20, "a small application doubles its heap while it loads");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections", LiveSetVerdict.FewestPoints, "collections", "a trend of fewer is noise");

    private static readonly Threshold FewestSteep = Threshold.Count(
        "minimum number of gen2 collections that rise each time", 4, "collections", "together with steep growth, this is no noise");

    private static readonly Threshold Steep = Threshold.Times(
        "growth with which so few are enough", 3, "start-up alone seldom does this in several collections");

    private static readonly Threshold Steady = Threshold.Percent(
        "minimum share of pairs of gen2 collections in which the later has the larger live set, "
            + "in recordings too short for a confidence interval",
        95, "random order gives half");

    private static readonly Threshold Warm = Threshold.Seconds(
        "duration below which filling caches are a possible cause", 60, "most applications have filled their caches by then");

    private static readonly Threshold Short = Threshold.Seconds(
        "duration below which severity is at most medium", 20, "an application grows fast at start-up and then stops growing");

    private static readonly Threshold Room = Threshold.Mebibytes(
        "growth assumed to exhaust memory where no limit is recorded", 4096, "few containers give a service more");

    private static readonly Threshold Soon = Threshold.Seconds(
        "time to the limit that makes the finding high", 3600, "too soon to wait for the next release");

    private static readonly Threshold Later = Threshold.Seconds(
        "time to the limit above which severity is low", 86_400, "a daily restart avoids it meanwhile");

    // What young collections show where few of gen2 have run.
    private static readonly Threshold[] Early =
        [SurvivingGrowth.Fewest, SurvivingGrowth.LeastBytes, SurvivingGrowth.LeastKept, SurvivingGrowth.LeastSurvived];

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-gen2",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"The live set after gen2 collections grows to at least {Growth} its size and by at least {LeastBytes}, significantly "
            + "and until the end of the recording: a memory leak, or an unbounded cache.",
        Background = "A live set that grows from one gen2 collection to the next is a memory leak or an unbounded cache. A stable live "
            + "set, while many objects die in gen2, is turnover: see gen2-traffic.",
        Thresholds = [Growth, LeastBytes, Fewest, FewestSteep, Steep, Steady, Warm, Short, Room, Soon, Later, .. Early],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "record again after warm-up, to confirm it",
            "compare two heap snapshots taken some minutes apart",
            "check static collections, event handlers, unbounded caches, timers and tasks that never end",
        ],
        IsCuredByCodeAlone = true,
        FollowsFrom = ["finalizer-backlog", "finalizable-objects"],
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
        var trend = CheckTrend(process);
        if (trend is Verdict.FoundVerdict { Finding.Severity: not Severity.Low }) return trend;
        return SurvivingGrowth.Find(process.Recording) is { } growth
            ? Verdict.Found(growth.Write(Id, process, AdviceFor(isShort: growth.Seconds < Warm.Value)))
            : trend;
    }

    private static List<Advice> AdviceFor(bool isShort) =>
    [
        new((isShort
                ? "The recording is short: the growth may be caches that fill. Record again after warm-up. Otherwise something"
                : "Something")
            + " retains objects. A process at its memory limit collects all the time until it is killed or cannot allocate. "
            + "Take two heap snapshots some minutes apart, and compare what retains the objects that increased. Each snapshot "
            + "pauses the application for a full collection.",
            Code: "unpause heap PID --save before.nettrace; unpause heap PID --save after.nettrace; "
                + "unpause heap before.nettrace after.nettrace"),
        new("Usual retainers: static collections, event handlers that are never removed, "
            + "unbounded caches, timers, tasks that never end. Bound a cache, and let entries expire."),
    ];

    private Verdict CheckTrend(AnalysedProcess process)
    {
        if (process.Shared(LiveSetVerdict.Judge) is not { InBytes: true } verdict || !Grows(verdict)) return Verdict.Silent;
        var live = LiveSets(process.Recording);
        if (live.Count < Fewest.Value && !RisesSteeply(live)) return Verdict.Silent;
        var begin = live[live.Count / 4];
        var (first, last) = (begin.Bytes, live[^1].Bytes);
        var seconds = (live[^1].At - begin.At) / 1e9;
        if (last < first * Growth.Value || last - first < LeastBytes.Value || seconds <= 0) return Verdict.Silent;
        var rate = verdict is { IsTooBrief: false, Line: { } line } ? line.Slope : (last - first) / seconds;
        var limit = DotNetSettings.Number(process.Recording.Source, DotNetSettingNames.HardLimit);
        var left = limit is { } most ? Math.Max(0, most - last) : Room.Value;
        var grew = $"The live set after gen2 collections grew from {Quantities.Bytes(first)} to {Quantities.Bytes(last)}";
        return Verdict.Found(new Finding(
            Id,
            // Too few collections for a trend are too few for a forecast.
            verdict.IsTooBrief ? Severity.Low : SeverityOf(seconds, left / rate),
            verdict.IsTooBrief
                ? $"{grew}; the recording is too short to say whether that goes on"
                : $"{grew} and is still growing: {(limit is { } end ? $"its limit of {Quantities.Bytes(end)}" : $"another {Room}")} is "
                    + $"reached in {InWords(left / rate)} at this rate",
            [
                Evidence.Size("first_live_bytes", $"live set after gen2 collection gc {begin.Number}", first),
                Evidence.Size("last_live_bytes", $"live set after gen2 collection gc {live[^1].Number}", last),
                Evidence.Rate("growth_bytes_per_s", "growth", rate),
                Evidence.Count("gen2_collections", "gen2 collections measured", live.Count, "collections"),
                Evidence.Time("span_ms", "time between the two", seconds * 1e9),
            ],
            AdviceFor(isShort: seconds < Warm.Value),
            null)
        {
            Confidence = seconds < Warm.Value
                ? Confidence.Possible("the recording is short, and filling caches look the same")
                : Confidence.Likely(verdict is { IsTooBrief: false, Line: { Low: > 0 } sure }
                    ? $"the live set grows by {Quantities.Bytes(sure.Low)} to {Quantities.Bytes(sure.High)} per "
                        + "second (95 % confidence interval) until the end"
                    : "the live set rises from one gen2 collection to the next"),
            TimeBack = CopyingTime.Estimate(
                process, CopyingTime.CopiesToGen2 * (double)(last - first), "pauses of collections that copy the retained objects"),
            FollowsFrom = PinsGrow(process.Recording) ? ["finalizer-backlog", "young-pinning"] : null,
        });
    }

    /// <summary>Certain, unless the recording is too short for a confidence interval.</summary>
    private static bool Grows(LiveSetVerdict verdict) =>
        verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);

    private static bool RisesSteeply(List<(long Number, long At, long Bytes)> live)
    {
        if (live.Count < FewestSteep.Value || live[^1].Bytes < live[0].Bytes * Steep.Value) return false;
        for (var i = 1; i < live.Count; i++)
        {
            if (live[i].Bytes <= live[i - 1].Bytes) return false;
        }

        return true;
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

    /// <summary>Whether the number of pinned objects grows: then unfreed GC handles retain them.</summary>
    private static bool PinsGrow(Recording recording)
    {
        long first = 0, last = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var pinned = recording.Facts?.Get(i, CollectionFact.PinnedObjects) ?? 0;
            if (i < recording.Collections.Count / 4) first = Math.Max(first, pinned);
            else last = Math.Max(last, pinned);
        }

        return last >= first * Growth.Value && last > 0;
    }
}
