namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// A full collection in a forked worker scans everything that its parent had loaded, and so unshares the copy-on-write pages.
/// </summary>
internal sealed class InheritedHeap : Rule
{
    private static readonly Threshold Ratio = Threshold.Times(
        "minimum time per object allocated since the fork in the first full collection, relative to that of young collections", 8,
        "a factor of 2 to 4 was measured where a worker scans only its own objects; more means objects of the parent");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "minimum length of the first full collection", 20, "a small inherited heap is scanned faster than a request is served");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "inherited-heap",
        AppliesTo = [Runtimes.CPython],
        Summary = $"The first full collection of a forked process takes at least {Long}, and per object allocated since the fork at least "
            + $"{Ratio} what young collections take: it scans what the parent had loaded.",
        Background = "A forked worker shares all objects of its parent, in copy-on-write pages. A full collection visits each object and "
            + "writes to its header, so the kernel copies every page for every worker. The memory is no longer shared, and the collection "
            + "waits for the copies. With 600,000 objects loaded by the parent, a worker had 39 to 47 MiB of its own after one full "
            + "collection (CPython 3.11 and 3.13, samples/python/copied_pages.py). It had no more of its own where the parent had called "
            + "gc.freeze(), which excludes the existing objects from GC in all workers.",
        Thresholds = [Ratio, Long],
        Needs = [PythonNeeds.Times],
        Advises = ["call gc.freeze() in the parent, after loading and before the fork"],
        Confidence = Confidence.Likely("the collection took far longer than the objects allocated since the fork explain"),
        Versions = "CPython 3.7 and later. Not for free-threaded builds or 3.14.0 to 3.14.4.",
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
        var work = process.Shared(FutileWork.Compute)!;
        if (work.Full.First is not { } first || first.Objects <= 0 || first.Nanoseconds < Long.Nanoseconds) return Verdict.Silent;
        var young = (double)(work.GetGeneration(0).PauseTotalNanoseconds.Value + work.GetGeneration(1).PauseTotalNanoseconds.Value);
        if (work.Allocated is not { Value: > 0 } allocated || young <= 0) return Verdict.Silent;
        var (each, eachYoung) = (first.Nanoseconds / first.Objects, young / allocated.Value);
        if (each < eachYoung * Ratio.Value) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"The first full collection after the fork took {Quantities.Duration(first.Nanoseconds)}: it scanned "
                + "what the parent had loaded",
            [
                Evidence.Time("first_full_ms", "first full collection", first.Nanoseconds),
                Evidence.Count(
                    "new_objects",
                    "objects allocated between the fork and its end",
                    (long)Math.Min(first.Objects, long.MaxValue / 2),
                    "objects"),
                Evidence.Time("per_object_ms", "its time per such object", each),
                Evidence.Time("young_per_object_ms", "time of young collections per new object", eachYoung),
            ],
            [
                new("Freeze the loaded objects in the parent, before it forks. Collections of workers then do not scan them, and "
                    + "their pages stay shared. With gunicorn use preload_app, and freeze in the preloaded module or in "
                    + "when_ready. With uWSGI, do not use lazy-apps.",
                    Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.freeze()\ngc.enable()  # then fork"),
                new("Compare the workers' memory as well (Pss in /proc/PID/smaps_rollup): it counts a "
                    + "proportional part of shared pages for each."),
            ],
            "Full collections of each worker then scan its own objects only.",
            Gain.PausesUpTo(process, work.GetGeneration(2).PauseTotalNanoseconds)));
    }
}
