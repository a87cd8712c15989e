using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>G1 had no free regions left to copy survivors into, so it left them where they were and repaired pointers: slow, and often followed by a full collection.</summary>
public sealed class EvacuationFailure : JvmRule
{
    /// <inheritdoc/>
    public override string Id => "evacuation-failure";

    /// <inheritdoc/>
    public override string Summary => "G1 ran out of regions to copy survivors into (To-space exhausted, Evacuation Failure).";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector is { } collector && collector != "G1") return Verdict.Silent;
        var failed = MarkedCollections.Of(process.Recording, collection => collection.Marks?.Contains(JvmMarks.EvacuationFailure) == true);
        if (failed.Count == 0) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new(Of($"collections that failed to evacuate, of {failed.Total} (numbers {failed.Numbers})"), failed.Count, "collections"),
            new("their pauses", Milliseconds(failed.PauseTotal), "ms"),
            new("the longest of them", Milliseconds(failed.PauseMax), "ms"),
        ];
        if (process.Summary.Heap is { PeakBytes: { } peak, MaxBytes: { } max }) evidence.Add(new(Of($"most that was in use of a heap of {Size(max)}"), peak, "bytes"));
        List<Advice> advice =
        [
            new("Give the heap more room, if the machine has it: the collector needs free regions for what survives.", "-Xmx"),
            new("Start marking earlier, so that old regions are free in time (JDK 7 and later; from 9 on G1 adapts this value, and it is only the start).", "-XX:InitiatingHeapOccupancyPercent=35"),
            new("Keep a larger reserve for survivors (percent, default 10; JDK 7 and later).", "-XX:G1ReservePercent=20"),
        ];
        var severity = failed.Share > 0.05 || failed.PauseMax >= 100_000_000 ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(Id, severity, Of($"{Count(failed.Count, "collection")} ran out of room to copy survivors into, the longest lasted {Milliseconds(failed.PauseMax)} ms"), evidence, advice, null));
    }
}
