using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// The live set after marking the whole heap grows as fast as objects are promoted: a leak, or a cache that is still filling.
/// </summary>
internal sealed class GrowingLiveSet : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections that marked the whole heap", 3, "collections", "two points are not a trend");

    private static readonly Threshold LeastSpan = Threshold.Seconds(
        "shortest time between the first and the last of them", 10, "the heap also fills at startup");

    private static readonly Threshold LeastGrowth = Threshold.Percent("smallest growth of the live set", 20, "less is normal");

    private static readonly Threshold MostDied = Threshold.Percent(
        "largest share of promoted bytes that died", 30, "if more die, objects are retained too long, but not forever");

    private static readonly Threshold Steady = Threshold.Percent(
        "rising pairs of markings, if there are too few for a confidence interval", 95, "half would rise at random");

    private static readonly Threshold Soon = Threshold.Count(
        "time until the heap is full below which the finding is high", 24, "hours", "the process may fail before the next working day");

    private static readonly Requirement Trend = JvmNeeds.LiveSet with
    {
        What = "several collections that marked the whole heap, some time apart",
        Without = $"A trend needs {Fewest.Value:0} collections that marked the whole heap, over {LeastSpan}",
    };

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-live-set",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
        Summary = $"Objects are promoted and never freed: the live set grows by at least {LeastGrowth} over at least {Fewest}, while at "
            + $"most {MostDied} of the promoted bytes die. Or it rises from marking to marking until at least "
            + $"{HeapExhaustion.LeastFull} of the heap are live: OutOfMemoryError is next.",
        Background = "The live set after marking the whole heap grows as fast as objects are promoted: a "
            + "memory leak, or a cache that is still filling.",
        Thresholds =
        [
            Fewest, LeastSpan, LeastGrowth, MostDied, Steady, Soon, HeapExhaustion.LeastFull, HeapExhaustion.LeastFullStillRising,
            HeapExhaustion.StillRising, HeapExhaustion.LeastRise,
            HeapExhaustion.LeastRising, HeapExhaustion.Fewest, HeapExhaustion.MostLeft, HeapExhaustion.Brimful, HeapExhaustion.NoRoom,
        ],
        Needs = [Trend],
        Advises =
        [
            "compare two class histograms taken some minutes apart",
            "find what keeps them reachable with old-object samples of a flight recording",
            "limit the size of caches",
        ],
        IsCuredByCodeAlone = true,
        FollowsFrom = ["soft-reference-cache"],
        Confidence = Confidence.Likely("the live set after marking grows; a cache that is still filling looks the same"),
        Versions = "All versions and collectors that log the sizes of their spaces.",
        Sources =
        [
            "jcmd GC.class_histogram; JDK Flight Recorder, jdk.OldObjectSample",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (HeapExhaustion.Find(process) is { } full) return Exhausted(process, full);
        if (process.Shared(ObjectLifetimes.Compute) is not { } lives
            || lives.Marks < Fewest.Value || lives.MarkSpanNanoseconds < LeastSpan.Nanoseconds)
        {
            return Trend.Missing();
        }

        if (process.Shared(LiveSetVerdict.Judge) is not { InBytes: true } verdict || !Grows(verdict)) return Verdict.Silent;
        if (lives.DiedInOld > MostDied.Share || lives.Growth < lives.FirstLive * LeastGrowth.Share) return Verdict.Silent;
        var rate = verdict is { State: LiveSetState.Growing, Line: { } line }
            ? line.Slope
            : lives.Growth / (lives.MarkSpanNanoseconds / 1e9);
        List<Evidence> evidence =
        [
            Evidence.Size("first_live_bytes", $"live set after the first of {lives.Marks} markings", lives.FirstLive),
            Evidence.Size("last_live_bytes", "live set after the last marking", lives.LastLive),
            Evidence.Rate("growth_bytes_per_s", "growth rate of the live set", rate),
            Evidence.Percent("died_in_old_percent", "share of promoted bytes that died", lives.DiedInOld * 100),
        ];
        var maximum = process.Recording.HeapMaximumBytes;
        double? left = maximum > lives.LastLive ? (maximum.Value - lives.LastLive) / rate : null;
        if (left is { } seconds)
        {
            evidence.Add(Evidence.Seconds("time_until_full_s", "time until the live set fills the heap at this rate", seconds));
        }

        var severity = left < Soon.Value * 3600 ? Severity.High : Severity.Medium;
        var title = $"The live set grows by {Quantities.Bytes(rate)}/s, from {Quantities.Bytes(lives.FirstLive)} "
            + $"to {Quantities.Bytes(lives.LastLive)} over {lives.Marks} markings";
        var untilFull = left is { } time
            ? $"Avoids a full heap in about {time / 60:0.#} minutes at this rate, and full collections long before that."
            : null;
        return Verdict.Found(new Finding(Id, severity, title, evidence, AdviceOnLeak(), untilFull));
    }

    /// <summary>Whether it grows significantly, or nearly all pairs rise if there are too few markings for significance.</summary>
    private static bool Grows(LiveSetVerdict verdict) =>
        verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);

    private Verdict Exhausted(AnalysedProcess process, HeapExhaustion full)
    {
        var trend = full.Trend;
        List<Evidence> evidence =
        [
            Evidence.Size("first_live_bytes", $"live set after the first of {trend.Marks} markings", trend.First),
            Evidence.Size("max_live_bytes", $"largest live set, {trend.EndNanoseconds / 1e9:0} s into the recording", trend.Most),
            Evidence.Percent(
                "max_live_percent", $"largest live set as a share of the heap of {Quantities.Bytes(full.HeapBytes)}", full.Full * 100),
            Evidence.Percent(
                "rising_pairs_percent",
                "share of pairs of markings in which the later one has more (50 % if random)",
                trend.RisingShare * 100),
        ];
        if (trend.SpanNanoseconds > 0)
        {
            evidence.Add(Evidence.Rate(
                "growth_bytes_per_s", "growth rate of the live set", (trend.Most - trend.First) / (trend.SpanNanoseconds / 1e9)));
        }

        var end = full switch
        {
            { IsEnded: true } => ", and is then freed: a leak that filled the heap, most likely until OutOfMemoryError",
            { IsOver: true } => ", and is then freed: a leak until OutOfMemoryError, or one task that needs it all",
            _ => ": a leak that fills the heap; OutOfMemoryError is next",
        };
        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"The live set rises from {Quantities.Bytes(trend.First)} to "
            + $"{Quantities.Bytes(trend.Most)}, {full.Full * 100:0} % of the heap{end}",
            evidence,
            AdviceOnLeak(),
            "Without the leak, collections of the whole heap become rare. A larger heap only delays the failure.")
        {
            Confidence = full.IsOver && !full.IsEnded
                ? Confidence.Possible(
                    "what filled the heap was freed; by an error, a restart or the end of a task, the recording cannot show")
                : null,
        });
    }

    private static List<Advice> AdviceOnLeak() =>
        [
            new(
                "Find the classes that grow: save a class histogram of live objects, and another some minutes later (each costs a full "
                + "collection). Compare the two with unpause heap before.txt after.txt.",
                "unpause heap PID --save before.txt"),
            new(
                "Find what keeps them reachable: old-object samples with their path to a GC root (JDK 11 and later).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=retained.jfr"),
            new("If it is a cache, limit its size. If the application was still warming up, record again after warm-up."),
        ];
}

/// <summary>A live set that grew until it filled the heap: a leak that leads, or led, to OutOfMemoryError.</summary>
/// <param name="HeapBytes">Maximum heap size.</param>
internal sealed record HeapExhaustion(LiveSetTrend Trend, long HeapBytes)
{
    /// <summary>Smallest live share of the heap at the maximum.</summary>
    public static readonly Threshold LeastFull = Threshold.Percent(
        "live share of the heap at its maximum", 75, "the rest fills soon");

    /// <summary>The same, if the latest markings rise one after the other.</summary>
    public static readonly Threshold LeastFullStillRising = Threshold.Percent(
        "the same, if the later half of at least eight markings still rises", 60, "it has not settled, and the rest fills soon");

    /// <summary>How steadily the later half must rise.</summary>
    public static readonly Threshold StillRising = Threshold.Percent(
        "rising pairs in the later half", 95, "a cache that is full keeps its size");

    private const int MarkingsOfATrend = 8;

    /// <summary>Smallest growth of the live set.</summary>
    public static readonly Threshold LeastRise = Threshold.Percent(
        "smallest growth until then, relative to the heap", 30, "less is normal during warm-up");

    /// <summary>How steadily it must grow.</summary>
    public static readonly Threshold LeastRising = Threshold.Percent(
        "rising pairs of markings", 85, "half would rise at random");

    /// <summary>A heap this full cannot fill further, so that it no longer grows says nothing.</summary>
    public static readonly Threshold NoRoom = Threshold.Percent(
        "live share of a heap from which it cannot grow", 97,
        "below it, a heap that stays as full for as long again is in use, and no leak");

    /// <summary>Fewest markings.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest markings of a heap that fills", 4, "collections", "fewer may rise by chance");

    /// <summary>If anything is freed later, the largest share that may remain.</summary>
    public static readonly Threshold MostLeft = Threshold.Percent(
        "largest share of a full live set that remains after it is freed", 50,
        "OutOfMemoryError or a restart frees most of it at once; a gradual decrease is finished work, not a leak");

    /// <summary>Live share of the heap from which OutOfMemoryError is the likely reason that memory was freed.</summary>
    public static readonly Threshold Brimful = Threshold.Percent(
        "live share of the heap from which OutOfMemoryError is the likely reason that memory was freed", 90,
        "few applications can run on the little that is left");

    /// <summary>Whether the live set was freed later in the recording.</summary>
    public bool IsOver => Trend.After is not null;

    /// <summary>Whether it was most likely freed because the heap was full.</summary>
    public bool IsEnded => IsOver && Full >= Brimful.Share;

    /// <summary>Live share of the heap at its maximum, 0 to 1.</summary>
    public double Full => (double)Trend.Most / HeapBytes;

    /// <summary>Finds it in a process; null if its heap doesn't fill.</summary>
    public static HeapExhaustion? Find(AnalysedProcess process)
    {
        if (process.Shared(LiveSetTrend.Compute) is not { } trend || trend.Marks < Fewest.Value) return null;
        if ((process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes) is not (> 0 and var heap)) return null;
        var isRising = trend.Marks >= MarkingsOfATrend && trend.LaterRisingShare >= StillRising.Share;
        if (trend.Most < heap * (isRising ? LeastFullStillRising : LeastFull).Share) return null;
        if (trend.Most - trend.First < heap * LeastRise.Share) return null;
        if (trend.After > trend.Most * MostLeft.Share) return null;
        // A heap that was filled at startup, and has been as full for longer since, does not grow.
        var since = process.Recording.DurationNanoseconds - trend.NearNanoseconds;
        if (trend.After is null && trend.Most < heap * NoRoom.Share && since > trend.NearNanoseconds) return null;
        return trend.RisingShare < LeastRising.Share ? null : new(trend, heap);
    }
}
