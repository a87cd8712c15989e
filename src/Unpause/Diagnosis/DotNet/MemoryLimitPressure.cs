using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The heap is near a limit: a hard limit (set, or 75 % of a container's memory), or the machine's memory is nearly used
/// up. Near it the collector does more, blocking and compacting, collections.
/// </summary>
public sealed class MemoryLimitPressure : Rule
{
    private const double NearLimit = 0.8;
    private const double HighLoadPercent = 90;
    private const double NotablePercent = 5;

    /// <inheritdoc/>
    public override string Id => "memory-limit-pressure";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "The heap fills 80 % of its hard limit or memory load is 90 %, and pauses take more than 5 % of the time.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var limit = DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit);
        var load = DotNetSettings.HighestMemoryLoad(recording);
        var atLimit = CollectionPauses.Of(recording, collection => limit is not null && collection.HeapBeforeBytes > limit * NearLimit);
        var lowMemory = CollectionPauses.Of(recording, collection => collection.Cause == Causes.LowMemory);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        var pressed = atLimit.Count > 0 || lowMemory.Count > 0 || load >= HighLoadPercent;
        if (!pressed || percent < NotablePercent) return Verdict.Silent;
        List<Evidence> evidence = [new("share of the recording's time in pauses", Math.Round(percent, 2), "percent")];
        if (limit is not null)
        {
            evidence.Add(new("hard limit of the heap", limit, "bytes"));
            evidence.Add(new($"collections that started with more than 80 % of it in use ({atLimit.Cited})", atLimit.Count, "collections"));
        }

        if (process.Summary.Heap.PeakBytes is { } peak) evidence.Add(new("most bytes in use", peak, "bytes"));
        if (process.Summary.Heap.LiveSetBytes is { } live) evidence.Add(new("bytes in use after the last gen2 collection", live, "bytes"));
        if (lowMemory.Count > 0) evidence.Add(new($"collections with the reason low memory ({lowMemory.Cited})", lowMemory.Count, "collections"));
        if (load is not null) evidence.Add(new("highest memory load of the machine or container", load, "percent"));
        return Verdict.Found(new Finding(
            Id,
            percent >= 2 * NotablePercent ? Severity.High : Severity.Medium,
            limit is null
                ? $"Memory load reached {load:0} %, and {Quantities.Percent(percent)} of the time goes into pauses"
                : $"The heap fills its limit of {Quantities.Bytes(limit.Value)}, and {Quantities.Percent(percent)} of the time goes into pauses",
            evidence,
            [AdviceFor(limit, process.Summary.Heap.LiveSetBytes)],
            Gain(limit, process.Summary.Heap.LiveSetBytes)));
    }

    private static Advice AdviceFor(long? limit, long? live)
    {
        if (limit is null) return new("Give the machine or container more memory, or lower this process's live set; other processes on the machine count, too.");
        var wanted = Math.Max(limit.Value * 2, (live ?? 0) * 4);
        return new(
            $"Raise the limit: with {Quantities.Bytes(live ?? 0)} alive, the room up to the limit is what can be allocated between two gen2 collections. In a container without a setting the limit is 75 % of its memory, so raise the container's (.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). In runtimeconfig.json: \"System.GC.HeapHardLimit\": {wanted}.", $"DOTNET_GCHeapHardLimit=0x{wanted:X}");
    }

    private static string? Gain(long? limit, long? live)
    {
        if (limit is not { } bytes || live is not { } alive || bytes <= alive) return null;
        var wanted = Math.Max(bytes * 2, alive * 4);
        return $"Room of {Quantities.Bytes(wanted - alive)} instead of {Quantities.Bytes(bytes - alive)} between gen2 collections: about {(double)(wanted - alive) / (bytes - alive):0.#} times fewer of them at the same allocation rate.";
    }
}
