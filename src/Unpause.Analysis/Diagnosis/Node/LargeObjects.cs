namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Large arrays and strings fill the heap: V8 gives each pages of its own, and only full collections free most of them.</summary>
internal sealed class LargeObjects : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum full collections", 4, "collections", "fewer may be the start-up phase");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in full collections and their marking steps", 2, "below this a change has no visible effect");

    private static readonly Threshold Share = Threshold.Percent(
        "minimum share of the growth between full collections that is large objects", 50, "else smaller objects decide when V8 collects");

    private static readonly Threshold Rate = Threshold.Mebibytes(
        "minimum growth of large objects in a second", 10, "slower growth seldom starts a full collection");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then every tenth request waits for a full collection");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "large-array-churn",
        AppliesTo = [Runtimes.Node],
        Summary = $"Over at least {Fewest}, at least {Share} of what the heap grows by is large objects, at least {Rate} in a second, and "
            + $"full collections with their steps of marking take at least {Least} of the time.",
        Background = "An object of more than 128 KiB gets pages of its own. Those that outlive one young "
            + "collection are freed by full collections only, however short they live. Typical ones are arrays of many elements, "
            + "tables of Maps with many entries, and strings of large bodies.",
        Thresholds = [Fewest, Least, Share, Rate, High],
        Needs = [NodeNeeds.Trace],
        Advises =
        [
            "use large arrays again, or typed arrays of a fixed size",
            "work through large bodies in pieces: streams, pages of a query",
        ],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Likely("V8 reports the size of large objects after collections; those that died before are not in it"),
        Versions = "Node.js 14 and later.",
        Sources =
        [
            "V8, src/heap/large-spaces.h and src/common/globals.h (kMaxRegularHeapObjectSize)",
            "samples/node/large.js, and the same with CHUNKS=1",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var work = process.Shared(FullWork.Compute)!;
        if (work.Collections.Count < Fewest.Value || !(work.PercentOf(recording) >= Least.Value)) return Verdict.Silent;
        if (recording.Facts is not { } facts) return NodeNeeds.Trace.Missing();
        var growth = Growth.Of(facts, recording.Collections.Count);
        var perSecond = recording.ObservedNanoseconds is > 0 and { } time ? growth.Large / (time / 1e9) : 0;
        if (growth.Percent < Share.Value || perSecond < Rate.Value) return Verdict.Silent;
        var percent = work.PercentOf(recording)!.Value;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Percent(growth.Percent)} of what the heap grows by is large objects, {Quantities.Bytes(perSecond)} in a second: "
            + $"full collections take {Quantities.Percent(percent)} of the time",
            [
                Evidence.Size("large_bytes", "growth of large objects between collections", growth.Large),
                Evidence.Rate("large_bytes_per_s", "the same in a second", perSecond),
                Evidence.Percent("large_percent", "their share of all growth of what only full collections free", growth.Percent),
                Evidence.Count(
                    "full_collections", $"full collections (gc {work.Collections.Numbers})", work.Collections.Count, "collections"),
                Evidence.Time("pause_total_ms", "their pauses", work.Collections.PauseTotalNanoseconds),
                Evidence.Percent("share_of_recording_percent", "with their steps of marking, as a share of the time", percent),
            ],
            [
                new(
                    "Find the code that makes large arrays or strings: take a profile of allocations, and look for rows of more than "
                    + "128 KiB. Use such an array again, or work in pieces of less than that.",
                    Code: "node --heap-prof app.js  # open the .heapprofile in the developer tools of a browser, Memory"),
                new("Numbers belong into typed arrays: their bytes are outside of the heap, and need no marking. Use them again, too."),
            ],
            $"Saves up to {Quantities.Duration(work.TotalNanoseconds)}, the time of full collections.",
            Gain.PausesUpTo(process, work.Collections.PauseTotalNanoseconds)),
            work.Collections);
    }

    /// <summary>By how much parts of the heap grew from one collection to the next, added up.</summary>
    private readonly record struct Growth(double Large, double Others)
    {
        public double Percent => Large > 0 ? 100 * Large / (Large + Others) : 0;

        public static Growth Of(CollectionFacts facts, int collections)
        {
            var (large, others) = (0.0, 0.0);
            long? largeBefore = null, oldBefore = null;
            for (var i = 0; i < collections; i++)
            {
                if (facts.Get(i, NodeSpaces.Large, SpaceFact.After) is not { } largeNow
                    || facts.Get(i, NodeSpaces.Old, SpaceFact.After) is not { } oldNow) continue;
                large += Math.Max(0, largeNow - (largeBefore ?? largeNow));
                others += Math.Max(0, oldNow - (oldBefore ?? oldNow));
                (largeBefore, oldBefore) = (largeNow, oldNow);
            }

            return new(large, others);
        }
    }
}
