namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Server GC with more heaps than processors, or with too little memory per heap. Each heap has its own GC threads and needs its own gen0
/// budget. GC threads without a processor delay all others at each step, and many heaps use up a small limit soon.
/// </summary>
internal sealed class OversizedServerGc : Rule
{
    private static readonly Threshold LeastAHeap = Threshold.Mebibytes(
        "minimum memory per heap", 128, "each heap needs its own gen0 budget, and a smaller share does not fit it beside the live set");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time in pauses", 3, "below this there is little to gain (mem-doc)");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "oversized-server-gc",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Server GC uses more heaps than there are processors, or has less than {LeastAHeap} of its memory limit per heap, and "
            + $"pauses take at least {Notable} of the time.",
        Background = "Each heap of server GC has its own GC threads and needs its own gen0 budget. GC threads without a processor delay "
            + "all others at each step. Many heaps use up a small memory limit soon.",
        Thresholds = [LeastAHeap, Notable],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "use as many heaps as processors, without CPU affinity",
            "use workstation GC in a small container",
            "raise the limit",
            "let DATAS adapt the number of heaps",
        ],
        FollowsFrom = ["growing-gen2", "memory-limit-pressure"],
        Versions = "All versions; HeapCount from .NET 5, DATAS from .NET 8. Server GC only.",
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
        List<Evidence> evidence = [Evidence.Count("max_heaps", "maximum heaps in use", heaps, "heaps")];
        if (processors is not null)
        {
            evidence.Add(Evidence.Count("processors", "processors available to the process", processors.Value, "processors"));
        }

        if (limit is not null)
        {
            evidence.Add(Evidence.Size(
                "heap_limit_bytes", "hard limit of the heap (set explicitly, or 75 % of the container's memory)", limit.Value));
            evidence.Add(Evidence.Size("limit_per_heap_bytes", "limit per heap", limit.Value / heaps));
        }

        evidence.Add(Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent));
        if (process.Summary.Heap.LiveSetBytes is { } live)
        {
            evidence.Add(Evidence.Size("live_set_bytes", "live set after the last gen2 collection", live));
        }

        if (process.Summary.Collector.Balance?.MarkMedian is { } mark)
        {
            evidence.Add(Evidence.Ratio("mark_median_ratio", "mark time of the slowest heap as a multiple of the mean, median", mark));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            crowded
                ? $"Server GC uses {heaps} heaps on {Processors(processors!.Value)}"
                : $"Server GC shares a limit of {Quantities.Bytes(limit!.Value)} among {heaps} heaps",
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
                "Use as many heaps as processors, without CPU affinity (.NET 5 and later; hexadecimal in the environment; this switches "
                + $"DATAS off). In runtimeconfig.json: \"System.GC.HeapCount\": {few}, \"System.GC.NoAffinitize\": true.",
                $"DOTNET_GCHeapCount=0x{few:X} DOTNET_GCNoAffinitize=1"));
        }
        else
        {
            advice.Add(new(
                "In a container this small use workstation GC: its single heap has the whole limit. Set it in the project file, or with "
                + "DOTNET_gcServer=0 in the environment (all versions, read at start).",
                "<ServerGarbageCollection>false</ServerGarbageCollection>"));
            if (limit is { } bytes)
            {
                var wanted = heaps * (long)LeastAHeap.Value;
                advice.Add(HeapLimit.Raise(
                    wanted, $"Or raise the limit: at least {Quantities.Bytes(wanted)} for {heaps} "
                        + $"heaps, instead of {Quantities.Bytes(bytes)}."));
            }
        }

        switch (DotNetSettings.MajorVersion(recording.Source))
        {
            case 8:
                advice.Add(new(
                    "Or switch DATAS on, which adapts the number of heaps to the application (.NET 8; on by default from .NET 9). In "
                    + "runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 1.",
                    "DOTNET_GCDynamicAdaptationMode=1"));
                break;
            case < 8:
                advice.Add(new("Or upgrade to .NET 9 or later, where DATAS adapts the number of heaps to the application by default."));
                break;
        }

        return advice;
    }

    private static string Processors(long count) => count == 1 ? "one processor" : $"{count} processors";
}
