using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Memory of Buffers, outside of V8's heap, makes V8 collect the heap, which frees next to nothing of the heap itself.</summary>
internal sealed class ExternalMemory : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum collections for external memory", 5, "collections", "one or two after start-up delay no request");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time", 2, "below this a change has no visible effect");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then every tenth request waits for one of them");

    private static readonly Threshold Freed = Threshold.Percent(
        "largest share of the heap that a full collection frees which is for external memory", 10,
        "V8 names external memory in some of these collections only; what frees more has reason enough in the heap");

    private static readonly Threshold Soft = Threshold.Mebibytes(
        "smallest external memory", 64, "V8 starts to mark when as much was added since the last full collection");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "external-memory-collections",
        AppliesTo = [Runtimes.Node],
        Summary = $"At least {Fewest}, which take at least {Least} of the time, are for memory outside of V8's heap: V8 names external "
            + $"memory, or at least {Soft} are external and a full collection frees at most {Freed} of the heap.",
        Background = "The bytes of a Buffer or an ArrayBuffer are outside of V8's heap, but only a collection frees them. V8 counts them, "
            + "and collects when enough were added. Each full collection marks the whole heap for that: the larger the heap, the dearer "
            + "the Buffers. Buffers that live as long as a request (bodies, files, images, Buffer.concat) make one follow the other.",
        Thresholds = [Fewest, Least, High, Freed, Soft],
        Needs = [NodeNeeds.Reasons],
        Helps = [NodeNeeds.Trace],
        Advises =
        [
            "read into the same Buffers again, or stream in small pieces",
            "let no Buffer live longer than it must: a slice keeps the whole one",
        ],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Likely("V8 names external memory, or the collections free external memory and nothing else"),
        Versions = "Node.js 8 and later. Node.js 24 collects the whole heap where older ones collect the young generation "
            + "(nodejs/node#61967).",
        Sources =
        [
            "V8, src/heap/heap.cc (ReportExternalMemoryPressure, kExternalAllocationSoftLimit; AllocateExternalBackingStore)",
            "https://github.com/nodejs/node/issues/61967 and https://github.com/nodejs/node/issues/63863",
            "samples/node/buffers.js: 13.5 % of the time paused with a new Buffer for each request, 0.4 % with a pool",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Collections.Count > 0 && recording.Collections.All(collection => collection.Cause is null))
            return NodeNeeds.Reasons.Missing();
        var external = recording.ProcessCounters?.FirstOrDefault(counter => counter.Name == NodeCounters.External)?.Max;
        var isLarge = external >= Soft.Value && !(process.Shared(OldSpaceRoom.Compute)?.Percent >= 100 - Freed.Value);
        var found = CollectionGroup.Select(
            recording, collection => IsNamed(collection) || (isLarge && FullWork.IsOwn(collection) && FreesLittle(collection)));
        if (found.Count < Fewest.Value || !(found.PercentOfTime >= Least.Value)) return Verdict.Silent;
        var named = CollectionGroup.Select(recording, IsNamed);
        var full = CollectionGroup.Select(recording, (index, collection) => found.Has(index) && collection.WholeHeap);
        List<Evidence> evidence =
        [
            Evidence.Count(
                "external_memory_collections", $"collections for external memory (gc {found.Numbers})", found.Count, "collections"),
            Evidence.Count("full_collections", "of them full collections", full.Count, "collections"),
            Evidence.Count("named_collections", "of all, those for which V8 names external memory", named.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", found.PauseTotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "their share of the recording's time", found.PercentOfTime!.Value),
        ];
        if (external is { } most) evidence.Add(Evidence.Size("external_max_bytes", "most external memory after a collection", most));
        return Verdict.Found(new Finding(
            Id,
            found.PercentOfTime >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Count(found.Count, "collection")} for memory of Buffers took {Quantities.Percent(found.PercentOfTime.Value)} of "
            + $"the time{(full.Count > 0 ? $", {Quantities.Count(full.Count)} of them full" : "")}",
            evidence,
            AdviceOn(recording.Source),
            $"Saves up to {Quantities.Duration(found.PauseTotalNanoseconds)}, the time of these collections.",
            Gain.PausesUpTo(process, found.PauseTotalNanoseconds)),
            found);
    }

    private static bool IsNamed(Collection collection) =>
        collection.RuntimeCause is NodeReasons.ExternalMemory or NodeReasons.ExternalFinalize
            || NodeMarks.IsStartedBy(collection, NodeReasons.ExternalMemory);

    private static bool FreesLittle(Collection collection) =>
        collection is { HeapBeforeBytes: > 0 and var before, HeapAfterBytes: { } after } && before - after <= before * Freed.Share;

    private static List<Advice> AdviceOn(Source source)
    {
        List<Advice> advice =
        [
            new(
                "Read into Buffers that are used again: pass the Buffer to read, and keep a few of them for all requests.",
                Code: "const { bytesRead } = await file.read(buffer, 0, buffer.length, position); // instead of readFile"),
            new(
                "Stream bodies and files (stream.pipeline) instead of Buffer.concat, and drop references early: buffer.subarray keeps all "
                + "of its Buffer, Buffer.from(part) copies it."),
        ];
        if (NodeOptions.MajorOf(source) is 24 or 25)
        {
            advice.Add(new(
                "Node.js 24 and 25 let more young Buffers come together before they collect the young generation, so full collections free "
                + "them. This restores the limit of Node.js 22; measure it.",
                Setting: "node --scavenger-max-new-space-capacity-mb=8 app.js"));
        }

        return advice;
    }
}
