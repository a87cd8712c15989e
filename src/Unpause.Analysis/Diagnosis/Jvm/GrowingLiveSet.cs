using Unpause.Analysis;
using Unpause.Analysis.LiveSets;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// What stays after marking the whole heap grows as fast as objects are promoted: a leak, or a cache that is still filling.
/// </summary>
internal sealed class GrowingLiveSet : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections that marked the whole heap", 3, "collections", "two make a line, not a trend");

    private static readonly Threshold LeastSpan = Threshold.Seconds(
        "least time from the first of them to the last", 10, "a program that starts fills its heap");

    private static readonly Threshold LeastGrowth = Threshold.Percent("least growth of the live set", 20, "less is what any program does");

    private static readonly Threshold MostDied = Threshold.Percent(
        "most of the promoted bytes that died again", 30, "where more dies, objects are held too long, not for ever");

    private static readonly Threshold Steady = Threshold.Percent(
        "pairs of markings of which the later has more, where they are too few for an interval", 95, "chance gives half");

    private static readonly Threshold Soon = Threshold.Count(
        "time to a full heap that makes the finding high", 24, "hours", "nobody may be there to restart it tonight");

    private static readonly Requirement Trend = JvmNeeds.LiveSet with
    {
        What = "several collections that marked the whole heap, some time apart",
        Without = $"A trend needs {Fewest.Value:0} collections that marked the whole heap, over {LeastSpan}",
    };

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-live-set",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"The bytes that remain after marking grow by at least {LeastGrowth} over {Fewest} or more, while at most {MostDied} "
            + "of the promoted bytes die: objects are promoted and never die. Or they rise from marking to marking until "
            + $"{HeapExhaustion.LeastFull} of the heap or more are live: then OutOfMemoryError is next.",
        Background = "What stays after marking the whole heap grows as fast as objects are promoted: a leak, or a cache that is still "
            + "filling.",
        Thresholds =
        [
            Fewest, LeastSpan, LeastGrowth, MostDied, Steady, Soon, HeapExhaustion.LeastFull, HeapExhaustion.LeastRise,
            HeapExhaustion.LeastRising, HeapExhaustion.Fewest, HeapExhaustion.MostLeft, HeapExhaustion.Brimful,
        ],
        Needs = [Trend],
        Advises =
        [
            "compare two class histograms some minutes apart",
            "name the holder with old-object samples of a flight recording",
            "give a cache a bound",
        ],
        Confidence = Confidence.Likely("what remains after marking grows; a cache that still fills looks the same"),
        Versions = "All versions and collectors that print the sizes of their spaces.",
        Sources =
        [
            "jcmd GC.class_histogram; JDK Flight Recorder, jdk.OldObjectSample",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (HeapExhaustion.Of(process) is { } full) return Exhausted(process, full);
        if (process.Shared(ObjectLifetimes.Of) is not { } lives
            || lives.Marks < Fewest.Value || lives.MarkSpanNanoseconds < LeastSpan.Nanoseconds)
        {
            return Trend.Missing();
        }

        if (process.Shared(LiveSetVerdict.Of) is not { InBytes: true } verdict || !Grows(verdict)) return Verdict.Silent;
        if (lives.DiedInOld > MostDied.Share || lives.Growth < lives.FirstLive * LeastGrowth.Share) return Verdict.Silent;
        var rate = verdict is { State: LiveSetState.Growing, Line: { } line }
            ? line.Slope
            : lives.Growth / (lives.MarkSpanNanoseconds / 1e9);
        List<Evidence> evidence =
        [
            Evidence.Size("first_live_bytes", $"live after marking, first of {lives.Marks}", lives.FirstLive),
            Evidence.Size("last_live_bytes", "live after marking, last", lives.LastLive),
            Evidence.Rate("growth_bytes_per_s", "growth of the live set", rate),
            Evidence.Percent("died_in_old_percent", "share of the promoted bytes that died again", lives.DiedInOld * 100),
        ];
        var maximum = process.Recording.HeapMaximumBytes;
        double? left = maximum > lives.LastLive ? (maximum.Value - lives.LastLive) / rate : null;
        if (left is { } seconds)
        {
            evidence.Add(Evidence.Seconds("time_until_full_s", "time until the live set fills the heap, at this rate", seconds));
        }

        var severity = left < Soon.Value * 3600 ? Severity.High : Severity.Medium;
        var title = $"The live set grows by {Quantities.Bytes(rate)} a second, from {Quantities.Bytes(lives.FirstLive)} "
            + $"to {Quantities.Bytes(lives.LastLive)} over {lives.Marks} markings";
        var untilFull = left is { } time
            ? $"Without a bound the heap is full in about {time / 60:0.#} minutes, with full collections long before."
            : null;
        return Verdict.Found(new Finding(Id, severity, title, evidence, AdviceOnLeak(), untilFull));
    }

    /// <summary>Certainly; or as it looks, where there are too few markings to be certain.</summary>
    private static bool Grows(LiveSetVerdict verdict) =>
        verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);

    private Verdict Exhausted(AnalysedProcess process, HeapExhaustion full)
    {
        var trend = full.Trend;
        List<Evidence> evidence =
        [
            Evidence.Size("first_live_bytes", $"live after the first of {trend.Marks} collections of the whole heap", trend.First),
            Evidence.Size("most_live_bytes", $"most that was live, {trend.EndNanoseconds / 1e9:0} s into the recording", trend.Most),
            Evidence.Percent("most_live_percent", $"its share of the heap's {Quantities.Bytes(full.HeapBytes)}", full.Full * 100),
            Evidence.Percent("rising_pairs_percent", "pairs of them of which the later has more (chance: 50)", trend.RisingShare * 100),
        ];
        if (trend.SpanNanoseconds > 0)
        {
            evidence.Add(Evidence.Rate(
                "growth_bytes_per_s", "growth of the live set", (trend.Most - trend.First) / (trend.SpanNanoseconds / 1e9)));
        }

        // What code asks for would come without the leak, too.
        var induced = CollectionGroup.Of(
            process.Recording, collection => collection.Cause == Causes.Induced && collection.Generation is not Generations.Young);
        var whole = process.Summary.Collections.ByGeneration
            .Where(generation => generation.Generation is not Generations.Young)
            .Sum(generation => generation.PauseTotalNanoseconds.Value) - induced.PauseTotalNanoseconds.Value;
        var end = full switch
        {
            { IsEnded: true } => ", and is then let go: a leak that filled it, most likely up to OutOfMemoryError",
            { IsOver: true } => ", and is then let go: a leak up to OutOfMemoryError, or one piece of work that needs it all",
            _ => ": a leak that fills it, and OutOfMemoryError is next",
        };
        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"The live set rises from {Quantities.Bytes(trend.First)} to {Quantities.Bytes(trend.Most)}, {full.Full * 100:0} % of the "
            + $"heap{end}",
            evidence,
            AdviceOnLeak(),
            "A larger heap only puts the end off; without the leak the collections of the whole heap become rare.")
        {
            Confidence = full.IsOver && !full.IsEnded
                ? Confidence.Possible("what filled the heap was let go again; whether by an error, a restart or as it was done isn't told")
                : null,
            TimeBack = new(Math.Max(0, whole), "pauses of collections of the whole heap"),
        });
    }

    private static List<Advice> AdviceOnLeak() =>
        [
            new(
                "See which classes grow: save a histogram of the live objects, another some minutes later (each costs a full collection), "
                + "and compare the two with unpause heap before.txt after.txt.",
                "unpause heap PID --save before.txt"),
            new(
                "See who holds them: old-object samples with their path to a GC root (JDK 11 and later).",
                "jcmd PID JFR.start settings=profile; jcmd PID JFR.dump path-to-gc-roots=true filename=held.jfr"),
            new("If it is a cache, give it a bound; if the program was still warming up, record again when it is warm."),
        ];
}
