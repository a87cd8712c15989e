using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>A forked worker's full collection looks at all that its parent had loaded, and so copies the pages that they share.</summary>
internal sealed class InheritedHeap : Rule
{
    private static readonly Threshold Ratio = Threshold.Times(
        "least time of the first full collection for each object that came since the fork, beside that of young ones", 8,
        "where a worker looks at objects of its own alone, 2 to 4 times were measured: more are those that came from the parent");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "shortest first full collection", 20, "a small inherited heap is looked at faster than a request is answered");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "inherited-heap",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"The first full collection of a forked process takes {Long} or more, and {Ratio} what young ones take for each "
            + "object that came since the fork, or more: it looks at what the parent had loaded.",
        Background = "A worker begins with all objects of its parent, in pages that both share. A full collection looks at each "
            + "of them and writes into its header, so that the kernel copies every page for every worker: the memory is no longer "
            + "shared, and the collection waits for the copies: of 600,000 objects that a parent had loaded, a worker had 39 to 47 MiB of "
            + "its own after one full collection (CPython 3.11 and 3.13, samples/python/copied_pages.py), and nothing more where the "
            + "parent had called gc.freeze(), which takes what is there out of the collector's sight in all of them.",
        Thresholds = [Ratio, Long],
        Needs = [PythonNeeds.Times],
        Advises = ["call gc.freeze() in the parent, after loading and before the fork"],
        Confidence = Confidence.Likely("the collection took far longer than for the objects that came since the fork"),
        Versions = "CPython 3.7 and later; not free-threaded builds nor 3.14.0 to 3.14.4.",
        Sources =
        [
            "CPython documentation, gc.freeze: https://docs.python.org/3/library/gc.html",
            "Instagram Engineering, Copy-on-write friendly Python garbage collection (bpo-31558)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, source) = (process.Recording, process.Recording.Source);
        if (source.Settings.GetValueOrDefault(PythonSettings.Forked) != PythonSettings.IsForked) return Verdict.Silent;
        if (source.Collector is not (null or PythonCollectors.Generational)) return Verdict.Silent;
        var work = process.Shared(FutileWork.Of)!;
        if (work.Full.First is not { } first || first.Objects <= 0 || first.Nanoseconds < Long.Nanoseconds) return Verdict.Silent;
        var young = (double)(work.Of(0).PauseTotalNanoseconds.Value + work.Of(1).PauseTotalNanoseconds.Value);
        if (work.Allocated is not { Value: > 0 } allocated || young <= 0) return Verdict.Silent;
        var (each, eachYoung) = (first.Nanoseconds / first.Objects, young / allocated.Value);
        if (each < eachYoung * Ratio.Value) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"The first full collection after the fork took {Quantities.Duration(first.Nanoseconds)}: it looked at what the parent had "
                + "loaded",
            [
                Evidence.Time("first_full_ms", "the first full collection", first.Nanoseconds),
                Evidence.Count(
                    "new_objects",
                    "objects that came between the fork and its end",
                    (long)Math.Min(first.Objects, long.MaxValue / 2),
                    "objects"),
                Evidence.Time("per_object_ms", "its time for each of them", each),
                Evidence.Time("young_per_object_ms", "what young collections took for each new object", eachYoung),
            ],
            [
                new("Freeze what is loaded, in the parent and before it forks: no worker's collection looks at it then, and its pages "
                    + "stay shared. Of gunicorn that is with preload_app, in the module that is preloaded or in when_ready; of uWSGI "
                    + "without lazy-apps.",
                    Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.freeze()\ngc.enable()  # then fork"),
                new("Compare the workers' memory as well (Pss in /proc/PID/smaps_rollup): what is shared counts a part for each."),
            ],
            "Full collections of each worker then look at its own objects alone.",
            Gain.PausesUpTo(process, work.Of(2).PauseTotalNanoseconds)));
    }
}
