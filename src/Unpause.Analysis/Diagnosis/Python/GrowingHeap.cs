using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// Full collections that take longer and longer until the end: the number of live objects grows (a memory leak or an unbounded cache).
/// </summary>
internal sealed class GrowingHeap : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "minimum growth of full collections, from the shortest of the first third to the shortest of the last", 1.5,
        "their length is proportional to the number of objects; the same heap may take a tenth longer, seldom more");

    private static readonly Threshold Steady = Threshold.Percent(
        "minimum share of pairs of full collections in which the later takes longer, where they are too few for a confidence interval", 85,
        "random order gives half; other work makes a collection longer now and then");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of full collections after start-up", 4, "collections", "a trend of fewer is noise");

    private static readonly Threshold Start = Threshold.Percent(
        "share of time that counts as start-up", 25, "objects loaded then stay, and are not a leak");

    private static readonly Threshold Late = Threshold.Percent(
        "share of time after which the last of them must occur", 70,
        "a steadily growing heap is collected when a quarter of it is new, so no later than at four fifths of the time");

    private static readonly Threshold Least = Threshold.Seconds("shortest recording", 10, "an application "
        + "grows fast at start-up and then stops growing");

    private static readonly Threshold Warm = Threshold.Seconds(
        "duration below which filling caches are a possible cause", 60, "most applications have filled their caches by then");

    private static readonly Threshold MostFreed = Threshold.Percent(
        "maximum share of new objects that collections free", 50, "where they free more, cyclic garbage may be what grows");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-heap",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Full collections take longer and longer, by at least {Growth} from the first third of them to the last, after the "
            + $"first {Start} of the time and until its end: a memory leak, or an unbounded cache.",
        Background = "A full collection scans every tracked object, so its length follows the number of objects. CPython runs one only "
            + "when a quarter of the heap is new. Where full collections recur and each takes longer, the heap grows. gc.freeze and "
            + "higher thresholds hide that, and free nothing.",
        Thresholds = [Growth, Steady, Fewest, Start, Late, Least, Warm, MostFreed],
        Needs = [PythonNeeds.Length],
        Advises =
        [
            "count objects by type twice, some minutes apart, and compare",
            "check lists and dictionaries of modules and classes, unbounded caches, and handlers that are never removed",
        ],
        IsCuredByCodeAlone = true,
        Versions = "CPython 3. Not for free-threaded builds or 3.14.0 to 3.14.4, which have no full collections of this kind.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Modules/gcmodule.c and Python/gc.c (long_lived_pending, long_lived_total)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Collections.Count == 0) return Verdict.Silent;
        if (process.Recording.DurationNanoseconds is not { } duration) return PythonNeeds.Length.Missing();
        if (FindGrowth(process) is not { } growth) return Verdict.Silent;
        var (first, last, count) = growth;
        var brief = duration < Warm.Nanoseconds;
        var freed = process.Shared(FutileWork.Compute)!.Freed;
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Medium : Severity.High,
            $"The heap grows: full collections took {Quantities.Duration(first.Nanoseconds)} at {Quantities.Duration(first.Start)} and "
            + $"{Quantities.Duration(last.Nanoseconds)} at {Quantities.Duration(last.Start)}",
            [
                Evidence.Time("first_full_ms", "first full collection after start-up", first.Nanoseconds),
                Evidence.Time("last_full_ms", "last full collection", last.Nanoseconds),
                Evidence.Count("full_collections", "full collections measured", count, "collections"),
                Evidence.Time("span_ms", "time between the two", last.Start - first.Start),
                Evidence.Count("freed_objects", "objects in reference cycles freed by automatic collections", freed, "objects"),
            ],
            [
                new((brief
                        ? "The recording is short: the growth may be caches that fill. Record again after warm-up. Otherwise count"
                        : "Count")
                    + " the objects by type twice, some minutes apart, and compare which types grew. Counting "
                    + "visits every object, so do it on one worker.",
                    Code: "import collections, gc\n"
                        + "print(collections.Counter(type(each).__name__ for each in gc.get_objects()).most_common(20))"),
                new("Usual retainers: lists and dictionaries of a module or a class, functools.cache and lru_cache(maxsize=None), handlers "
                    + "and callbacks that are never removed, exceptions stored with their tracebacks."),
                new("Do not use gc.freeze or higher thresholds against it: collections become rarer, but the objects are still retained."),
            ],
            null)
        {
            // Full collections run only when a quarter of the heap is new.
            TimeBack = new TimeBack(
                process.Shared(FutileWork.Compute)!.GetGeneration(2).PauseTotalNanoseconds.Value,
                    "full collections, which run because the heap grows"),
            Confidence = brief
                ? Confidence.Possible("the recording is short, and filling caches or start-up look the same")
                : Confidence.Likely("full collections took longer and longer until the end"),
        });
    }

    /// <summary>The first and the last full collection of a growing heap, and their number; null where it does not grow.</summary>
    public static ((long Start, double Nanoseconds) First, (long Start, double Nanoseconds) Last, int Count)? FindGrowth(
        AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.DurationNanoseconds is not { } duration || duration < Least.Nanoseconds) return null;
        if (recording.Source.Collector is not (null or Recordings.Words.PythonCollectors.Generational)) return null;
        var work = process.Shared(FutileWork.Compute)!;
        var full = work.Full.Lengths.Where(each => each.Start >= duration * Start.Share).ToList();
        if (full.Count < Fewest.Value || full[^1].Start < duration * Late.Share || FreesMuch(work)) return null;
        var third = full.Count / 3;
        var early = full.Take(third).Min(each => each.Nanoseconds);
        var late = full.TakeLast(third).Min(each => each.Nanoseconds);
        // Other work makes a single collection longer now and then, so the verdict is on all of them, not on two.
        var verdict = process.Shared(LiveSetVerdict.Judge)!;
        var grows = verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);
        return grows && late >= early * Growth.Value ? (full[0], full[^1], full.Count) : null;
    }

    private static bool FreesMuch(FutileWork work) =>
        work.Allocated is { } allocated && work.Freed.Value > allocated.Value * MostFreed.Share;
}
