using Unpause.Analysis;
using Unpause.Analysis.LiveSets;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Python;

/// <summary>Each full collection looks at more than the one before, up to the end: objects are kept for good.</summary>
internal sealed class GrowingHeap : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "least growth of full collections' length, from the shortest of the first third to that of the last", 1.5,
        "their length is in proportion to the objects that are there; the same heap takes a tenth longer now and then, seldom more");

    private static readonly Threshold Steady = Threshold.Percent(
        "pairs of full collections of which the later takes longer, where they are too few for an interval", 85,
        "chance gives half; other work makes a collection longer now and then");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest full collections after the start", 4, "collections", "a trend of fewer is chance");

    private static readonly Threshold Start = Threshold.Percent(
        "share of the time that is taken for the start", 25, "what is loaded then stays, and is no leak");

    private static readonly Threshold Late = Threshold.Percent(
        "share of the time after which the last of them must be", 70,
        "a heap that grows evenly is collected again when a quarter of it is new, so at four fifths of the time at the latest");

    private static readonly Threshold Least = Threshold.Seconds("shortest recording", 10, "a program that starts grows fast and stops");

    private static readonly Threshold Warm = Threshold.Seconds(
        "length below which it may as well be caches that fill", 60, "most programs have filled theirs by then");

    private static readonly Threshold MostFreed = Threshold.Percent(
        "most of the new objects that collections free", 50, "where they free more, cycles that wait for them may be what grows");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-heap",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Full collections take ever longer, by {Growth} or more from the first third of them to the last, after the first "
            + $"{Start} of the time and up to its end: objects are kept for good, or a cache has no bound.",
        Background = "A full collection looks at every object that the collector knows, so its length follows their number. CPython makes "
            + "one only when a quarter of the heap is new: where they come again and again, and each takes longer, the heap grows. "
            + "Freezing what is there, or raising thresholds, hides that and frees nothing.",
        Thresholds = [Growth, Steady, Fewest, Start, Late, Least, Warm, MostFreed],
        Needs = [PythonNeeds.Length],
        Advises =
        [
            "count objects by type twice, some minutes apart, and compare",
            "look for lists and dictionaries of a module or class, caches without a bound, handlers that are never removed",
        ],
        Versions = "CPython 3, not free-threaded builds nor 3.14.0 to 3.14.4, whose collections are no full ones.",
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
        if (Of(process) is not { } growth) return Verdict.Silent;
        var (first, last, count) = growth;
        var brief = duration < Warm.Nanoseconds;
        var freed = process.Shared(FutileWork.Of)!.Freed;
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Medium : Severity.High,
            $"The heap grows: full collections took {Quantities.Duration(first.Nanoseconds)} at {Quantities.Duration(first.Start)} and "
            + $"{Quantities.Duration(last.Nanoseconds)} at {Quantities.Duration(last.Start)}",
            [
                Evidence.Time("first_full_ms", "the first full collection after the start", first.Nanoseconds),
                Evidence.Time("last_full_ms", "the last", last.Nanoseconds),
                Evidence.Count("full_collections", "full collections looked at", count, "collections"),
                Evidence.Time("span_ms", "time between the two", last.Start - first.Start),
                Evidence.Count("freed_objects", "objects in cycles that automatic collections freed", freed, "objects"),
            ],
            [
                new((brief
                        ? "The recording is short: if the program was just filling its caches, record again when it is warm. Else count"
                        : "Count")
                    + " the objects by type twice, some minutes apart, and compare what grew (it looks at every object: do it on one "
                    + "worker).",
                    Code: "import collections, gc\n"
                        + "print(collections.Counter(type(each).__name__ for each in gc.get_objects()).most_common(20))"),
                new("Usual holders: lists and dictionaries of a module or a class, functools.cache and lru_cache(maxsize=None), "
                    + "handlers and callbacks that are never removed, exceptions that are stored with their tracebacks."),
                new("Don't freeze or raise thresholds for it: the collector then looks less often, and what is kept stays kept."),
            ],
            null)
        {
            // They come only when a quarter of the heap is new.
            TimeBack = new TimeBack(
                process.Shared(FutileWork.Of)!.Of(2).PauseTotalNanoseconds.Value, "full collections, which come as the heap grows"),
            Confidence = brief
                ? Confidence.Possible("the recording is short: caches that fill, and programs that load, look the same")
                : Confidence.Likely("full collections took longer and longer up to the end"),
        });
    }

    /// <summary>The first and the last full collection of a heap that grows, and how many there are; null where it doesn't.</summary>
    public static ((long Start, double Nanoseconds) First, (long Start, double Nanoseconds) Last, int Count)? Of(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.DurationNanoseconds is not { } duration || duration < Least.Nanoseconds) return null;
        if (recording.Source.Collector is not (null or Recordings.Words.PythonCollectors.Generational)) return null;
        var work = process.Shared(FutileWork.Of)!;
        var full = work.Full.Lengths.Where(each => each.Start >= duration * Start.Share).ToList();
        if (full.Count < Fewest.Value || full[^1].Start < duration * Late.Share || FreesMuch(work)) return null;
        var third = full.Count / 3;
        var early = full.Take(third).Min(each => each.Nanoseconds);
        var late = full.TakeLast(third).Min(each => each.Nanoseconds);
        // Other work makes a collection longer than its objects do, now and then: so by the verdict on all of them, not by two.
        var verdict = process.Shared(LiveSetVerdict.Of)!;
        var grows = verdict.State == LiveSetState.Growing || (verdict.IsTooBrief && verdict.RisingShare >= Steady.Share);
        return grows && late >= early * Growth.Value ? (full[0], full[^1], full.Count) : null;
    }

    private static bool FreesMuch(FutileWork work) =>
        work.Allocated is { } allocated && work.Freed.Value > allocated.Value * MostFreed.Share;
}
