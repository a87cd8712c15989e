using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Server GC with more heaps than its processors or its memory can carry. Each heap has threads of its own and wants its
/// own gen0 budget: heaps without a processor wait for each other at every step, and a small limit shared by many heaps
/// is used up soon.
/// </summary>
internal sealed class OversizedServerGc : Rule
{
    private static readonly Threshold LeastAHeap = Threshold.Mebibytes(
        "least memory for a heap", 128, "each heap wants a gen0 budget of its own, which a smaller share cannot hold beside the live set");

    private static readonly Threshold Notable = Threshold.Percent(
        "least share of the time in pauses", 3, "below it there is nothing to win (mem-doc)");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "oversized-server-gc",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Server GC uses more heaps than there are processors, or has less than {LeastAHeap} of its memory limit for each "
            + $"heap, and pauses take {Notable} of the time or more.",
        Background = "Each heap of server GC has threads of its own and wants its own gen0 budget. Heaps without a processor wait for each "
            + "other at every step, and a small limit shared by many heaps is used up soon.",
        Thresholds = [LeastAHeap, Notable],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "give it as many heaps as it has processors, and don't tie them to cores",
            "use workstation GC in a small container",
            "raise the limit",
            "let the collector adapt the number of heaps (DATAS)",
        ],
        FollowsFrom = ["growing-gen2", "memory-limit-pressure"],
        Versions = "All versions; HeapCount from .NET 5 on, DATAS from .NET 8 on. Server GC only.",
        Sources =
        [
            "Microsoft Learn, Workstation and server garbage collection",
            "Microsoft Learn, Runtime configuration options for garbage collection",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Source.Collector != DotNetCollectors.Server || process.Summary.Collector?.HeapsMax is not (> 1 and var heaps))
        {
            return Verdict.Silent;
        }

        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (percent < Notable.Value) return Verdict.Silent;
        var processors = DotNetSettings.Number(recording.Source, DotNetSettingNames.Processors);
        var limit = DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit);
        var crowded = processors is not null && heaps > processors;
        var cramped = limit is not null && limit / heaps < LeastAHeap.Value;
        if (!crowded && !cramped) return Verdict.Silent;
        List<Evidence> evidence = [Evidence.Count("max_heaps", "heaps in use, at most", heaps, "heaps")];
        if (processors is not null)
        {
            evidence.Add(Evidence.Count("processors", "processors that the process may use", processors.Value, "processors"));
        }

        if (limit is not null)
        {
            evidence.Add(Evidence.Size("heap_limit_bytes", "hard limit of the heap (set, or 75 % of the container's memory)", limit.Value));
            evidence.Add(Evidence.Size("limit_per_heap_bytes", "of it for each heap", limit.Value / heaps));
        }

        evidence.Add(Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent));
        if (process.Summary.Heap.LiveSetBytes is { } live)
        {
            evidence.Add(Evidence.Size("live_set_bytes", "in use after the last gen2 collection", live));
        }

        if (process.Summary.Collector.Balance?.MarkMedian is { } mark)
        {
            evidence.Add(Evidence.Ratio("mark_median_ratio", "marking in the slowest heap as a multiple of the mean, median", mark));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            crowded
                ? $"Server GC uses {heaps} heaps on {Processors(processors!.Value)}"
                : $"Server GC shares {Quantities.Bytes(limit!.Value)} among {heaps} heaps",
            evidence,
            AdviceFor(recording, heaps, crowded ? processors : null, limit),
            null));
    }

    private static List<Advice> AdviceFor(Recording recording, long heaps, long? processors, long? limit)
    {
        List<Advice> advice = [];
        if (processors is { } few)
        {
            advice.Add(new(
                "Give it as many heaps as it has processors, and don't tie them to cores (.NET 5 and later; hexadecimal in the "
                + $"environment; setting it switches DATAS off). In runtimeconfig.json: \"System.GC.HeapCount\": {few},"
                + " \"System.GC.NoAffinitize\": true.",
                $"DOTNET_GCHeapCount=0x{few:X} DOTNET_GCNoAffinitize=1"));
        }
        else
        {
            advice.Add(new(
                "In a container this small use workstation GC: one heap has the whole limit (all versions, read at start), in the project "
                + "or with DOTNET_gcServer=0 in the environment.",
                "<ServerGarbageCollection>false</ServerGarbageCollection>"));
            if (limit is { } bytes)
            {
                var wanted = heaps * (long)LeastAHeap.Value;
                advice.Add(HeapLimit.Raise(
                    wanted, $"Or raise the limit: {Quantities.Bytes(wanted)} and more for {heaps} heaps, not {Quantities.Bytes(bytes)}."));
            }
        }

        switch (DotNetSettings.MajorVersion(recording.Source))
        {
            case 8:
                advice.Add(new(
                    "Or let server GC adapt its number of heaps to the program (DATAS; .NET 8, from .NET 9 on it is on). In "
                    + "runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 1.",
                    "DOTNET_GCDynamicAdaptationMode=1"));
                break;
            case < 8:
                advice.Add(new("Or go to .NET 9 or later, where server GC adapts its number of heaps to the program (DATAS)."));
                break;
        }

        return advice;
    }

    private static string Processors(long count) => count == 1 ? "one processor" : $"{count} processors";
}
