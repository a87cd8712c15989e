using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Full collections stop the program for the whole heap; their cause says what to change.</summary>
public sealed class FullCollections : JvmRule
{
    private const double LeastShareOfPauses = 0.1;
    private const long LongNanoseconds = 100_000_000;
    private const long HighNanoseconds = 500_000_000;
    private const int Many = 3;
    private const int CallersShown = 3;
    private const int FramesShown = 6;

    /// <summary>What to change for each cause, and the versions for which it holds.</summary>
    private static readonly (string Cause, string[] Collectors, string Text, string? Setting)[] AdviceByCause =
    [
        (Causes.Induced, ["G1", "CMS"], "Code asks for it: System.gc(), Runtime.gc(), RMI's hourly collection or NIO's direct buffers. Let the request run beside the program (CMS from JDK 6, G1 from 7 on).", "-XX:+ExplicitGCInvokesConcurrent"),
        (Causes.Induced, ["Serial", JvmCollectors.Parallel], "Code asks for it: System.gc(), Runtime.gc(), RMI's hourly collection or NIO's direct buffers. This collector can only stop the program for it; G1 does the work beside it (JDK 7 and later).", "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent"),
        (Causes.Induced, [], "Or ignore the requests, if nothing relies on them: direct buffers do, so set their limit too (JDK 5 and later).", "-XX:+DisableExplicitGC -XX:MaxDirectMemorySize=1g"),
        (Causes.Metadata, [], "Class metadata reached its threshold: set it above what the program loads, so that start-up isn't interrupted (JDK 8 and later). If it recurs for hours, classes are being made without end.", "-XX:MetaspaceSize=256m"),
        (Causes.PromotionFailure, ["G1"], "Concurrent work did not free memory in time: give the heap more room, or start the work earlier (JDK 7 and later; from 9 on G1 adapts this value, and it is only the start).", "-XX:InitiatingHeapOccupancyPercent=35"),
        (Causes.PromotionFailure, ["CMS"], "Concurrent work did not free memory in time: start it earlier, and always (JDK 5 to 13).", "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
        (Causes.PromotionFailure, [JvmCollectors.Shenandoah], "Concurrent work did not free memory in time: give the heap more room.", "-Xmx"),
        (Causes.Allocation, [], "An allocation found no room after a young collection: the heap is too small for what is live, or large objects fragment it.", "-Xmx"),
        (Causes.Occupancy, ["Serial", JvmCollectors.Parallel], "The old generation is full of promoted objects: a larger heap, or a collector that marks concurrently (G1 is the default from JDK 9 on).", "-XX:+UseG1GC"),
        (Causes.LargeObjectAllocation, ["G1"], "A humongous object found no contiguous regions: larger regions make such objects ordinary (JDK 7 and later).", "-XX:G1HeapRegionSize=16m"),
    ];

    /// <inheritdoc/>
    public override string Id => "full-collections";

    /// <inheritdoc/>
    public override string Summary => "Full collections take a notable part of the pauses, or single ones are long.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        // Those of the summary include diagnostic ones: when they are not notable, nothing is.
        var any = process.Summary.Collections.ByGeneration.FirstOrDefault(generation => generation.Generation == Generations.Full);
        if (any is null || !IsNotable(process, any.Count, any.PauseTotalNanoseconds, any.PauseMaxNanoseconds ?? 0)) return Verdict.Silent;
        var full = MarkedCollections.Of(process.Recording, IsFull);
        if (full.Count == 0) return Verdict.Silent;
        var share = Share(process, full.PauseTotal);
        if (!IsNotable(process, full.Count, full.PauseTotal, full.PauseMax)) return Verdict.Silent;
        var causes = process.Recording.Collections.Where(IsFull).GroupBy(collection => (collection.Cause, collection.RuntimeCause)).OrderByDescending(group => group.Count()).ToList();
        List<Evidence> evidence =
        [
            new(Of($"full collections (numbers {full.Numbers})"), full.Count, "collections"),
            new("their pauses", Milliseconds(full.PauseTotal), "ms"),
            new("their share of all pauses", Math.Round(share * 100, 1), "percent"),
            new("the longest", Milliseconds(full.PauseMax), "ms"),
        ];
        evidence.AddRange(causes.Select(cause => new Evidence(Of($"full collections for \"{cause.Key.RuntimeCause ?? "a cause that the log doesn't name"}\""), cause.Count(), "collections")));
        foreach (var call in (process.Recording.InducedBy ?? []).Take(CallersShown)) evidence.Add(new("asked for by " + string.Join(" ← ", call.Stack.Take(FramesShown)), call.Count, "calls"));
        var advice = AdviceByCause.Where(row => Holds(row.Collectors, process.Recording.Source.Collector) && causes.Exists(cause => cause.Key.Cause == row.Cause)).Select(row => new Advice(row.Text, row.Setting)).ToList();
        if (advice.Count == 0)
        {
            advice.Add(causes.Exists(cause => cause.Key.RuntimeCause is null)
                ? new("Log the cause: it decides what to change (JDK 7u40 to 8; later versions always print it).", "-XX:+PrintGCCause")
                : new("Give the collector more room (all versions).", "-Xmx"));
        }

        var main = causes[0].Key.RuntimeCause is { } word ? Of($", most for \"{word}\"") : "";
        var severity = full.PauseMax >= HighNanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(Id, severity, Of($"{Count(full.Count, "full collection")} took {share * 100:0} % of the pause time{main}; the longest lasted {Milliseconds(full.PauseMax)} ms"), evidence, advice, Of($"Without them {Milliseconds(full.PauseTotal)} ms of {Milliseconds(process.Summary.Pauses.TotalNanoseconds)} ms of pauses fall away.")));
    }

    /// <summary>A log that doesn't name its collector may be of any.</summary>
    private static bool Holds(string[] collectors, string? collector) => collectors.Length == 0 || collector is null || collectors.Contains(collector);

    private static bool IsNotable(AnalysedProcess process, long count, long pauseTotal, long pauseMax) =>
        pauseMax >= LongNanoseconds || (count >= Many && Share(process, pauseTotal) >= LeastShareOfPauses);

    private static double Share(AnalysedProcess process, long pauseTotal) =>
        process.Summary.Pauses.TotalNanoseconds == 0 ? 0 : (double)pauseTotal / process.Summary.Pauses.TotalNanoseconds;

    private static bool IsFull(Collection collection) => collection.Generation == Generations.Full && collection.Cause != Causes.Diagnostic;
}
