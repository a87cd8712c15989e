using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// The share of time in pauses. Below 5 % an application is well-behaved, below 3 % there is little to gain (thresholds by the collector's
/// author, Maoni0/mem-doc).
/// </summary>
internal sealed class HighGcTime : Rule
{
    private static readonly Threshold Watch = Threshold.Percent(
        "share of time to watch", 5, "a well-behaved application spends less; below 3 % there is little to gain (mem-doc)");

    private static readonly Threshold Act = Threshold.Percent(
        "share of time to act on", 10, "GC is the first thing to improve");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of pauses", 10, "pauses",
        "a share of fewer may be noise: below this, the finding only asks for a longer recording");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "high-gc-time",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {Watch} (watch) or {Act} (act) of the time is GC pauses, including suspension where that is recorded.",
        Background = "While a stop-the-world pause lasts, no request is served. The share of time in pauses is the total cost of all "
            + "pauses. The generation that takes most of it shows where to start.",
        Thresholds = [Watch, Act, Fewest],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "where gen2 takes most of it, find what starts gen2 collections, and shorten the lifetime of objects",
            "where young collections take most of it, enlarge gen0",
            "on several cores, use server GC: several heaps share the work",
        ],
        IsCatchAll = true,
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (pauses, stops) = (process.Summary.Pauses, process.Summary.Stops?.ByCollections);
        if (process.Summary.Collections.ByGeneration.Count == 0) return Verdict.Silent;
        if (pauses.ThroughputPercent is not { } byPauses) return Verdict.Silent;
        var throughput = Math.Min(byPauses, stops?.ThroughputPercent ?? byPauses);
        var percent = 100 - throughput;
        var brief = pauses.Count < Fewest.Value;
        if (percent < (brief ? Act : Watch).Value) return Verdict.Silent;
        var costliest = process.Summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "stopped_percent",
                $"share of the recording's time in {(throughput < byPauses ? "GC pauses including suspension" : "pauses")}", percent),
            Evidence.Count("pauses", "pauses", pauses.Count, "pauses"),
            Evidence.Percent(
                "share_of_pauses_percent",
                $"of their time, in {costliest.Generation} ({costliest.Count} collections)",
                100.0 * costliest.PauseTotalNanoseconds / Math.Max(1, pauses.TotalNanoseconds)),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Info : percent >= Act.Value ? Severity.High : Severity.Low,
            $"{Quantities.Percent(percent)} of the time is GC pauses, dominated by {costliest.Generation}"
            + (brief ? $", in a recording of only {Quantities.Count(pauses.Count)} pauses" : ""),
            evidence,
            brief
                ? [new("Record longer, under representative load: this may be the start-up phase.")]
                : [AdviceFor(process.Recording, costliest.Generation)],
            null)
        {
            // What it would save in a process that does well; no promise, because no cause is known.
            TimeBack = TimeBack.FromShare(process, percent - Watch.Value),
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
        });
    }

    private static Advice AdviceFor(Recording recording, string? generation)
    {
        if (generation == Generations.Gen2)
        {
            return new("Gen2 collections take most of it. Find what starts them (large objects, calls of GC.Collect, memory "
                + "limits), and shorten the lifetime of objects.");
        }

        const string Cause = "Young collections take most of it: they copy the survivors. ";
        var heaps = recording.Source.Collector == DotNetCollectors.Workstation
            && DotNetSettings.Number(recording.Source, DotNetSettingNames.Processors) is > 1 and var processors
                ? $" With {processors} processors, <ServerGarbageCollection>true</ServerGarbageCollection> lets several "
                    + "heaps share the work, at the cost of memory."
                : "";
        return Gen0Room.Setting(recording) is { } room
            ? new($"{Cause}Enlarge gen0, so that more objects are dead when it is collected ({Gen0Room.Where}), "
                + $"and shorten the lifetime of objects.{heaps}", room)
            : new($"{Cause}Allocate less, and shorten the lifetime of objects.{heaps}");
    }
}
