using Unpause.Analysis;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The share of time in pauses. Under 5 % a program is well-behaved, under 3 % there is nothing to win (thresholds by
/// the collector's author, Maoni0/mem-doc).
/// </summary>
internal sealed class HighGcTime : Rule
{
    private static readonly Threshold Watch = Threshold.Percent(
        "share of the time to watch", 5, "a program that is well-behaved spends less; below 3 % there is nothing to win (mem-doc)");

    private static readonly Threshold Act = Threshold.Percent(
        "share of the time to act upon", 10, "the collector is what to work on first");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest pauses", 10, "pauses",
        "a share of the time made of fewer may be chance: below, the finding only asks for a longer recording");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "high-gc-time",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"More than {Watch} (watch) or {Act} (act) of the time goes into pauses, the threads' coming to a halt included where "
            + "that is recorded.",
        Background = "While the collector pauses the program nothing is served. The share of the time in pauses is what all of them cost "
            + "together; which generation takes most of it says where to begin.",
        Thresholds = [Watch, Act, Fewest],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "where gen2 costs most, see what makes it run and keep fewer objects alive that long",
            "where young collections cost most, give gen0 more room",
            "on several cores, let several heaps share the work (server GC)",
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
                $"share of the recording's time in {(throughput < byPauses ? "stops for collections" : "pauses")}", percent),
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
            $"{Quantities.Percent(percent)} of the time goes into pauses, most of it in {costliest.Generation}"
            + (brief ? $", in a recording of only {Quantities.Count(pauses.Count)} pauses" : ""),
            evidence,
            brief
                ? [new("Record longer, while the program does its work: this may be its start.")]
                : [AdviceFor(process.Recording, costliest.Generation)],
            $"At {Watch} the program would have {Quantities.Percent(percent - Watch.Value)} more of its time.",
            Gain.ThroughputAbout(percent - Watch.Value))
        {
            Confidence = brief ? Confidence.Possible("the recording is short") : null,
        });
    }

    private static Advice AdviceFor(Recording recording, string? generation)
    {
        if (generation == Generations.Gen2)
        {
            return new("Gen2 costs most: see what makes it run (large objects, calls of GC.Collect, memory limits), and keep "
                + "fewer objects alive that long.");
        }

        const string Cause = "Young collections cost most: they copy what survives. ";
        var heaps = recording.Source.Collector == DotNetCollectors.Workstation
            && DotNetSettings.Number(recording.Source, DotNetSettingNames.Processors) is > 1 and var processors
                ? $" With {processors} processors <ServerGarbageCollection>true</ServerGarbageCollection> lets several heaps share "
                    + "the work, "
                    + "for more memory."
                : "";
        return Gen0Room.Setting(recording) is { } room
            ? new($"{Cause}Give gen0 more room, so that more is dead when it is collected ({Gen0Room.Where}), and keep objects "
                + $"shorter.{heaps}", room)
            : new($"{Cause}Allocate less, and keep objects shorter.{heaps}");
    }
}
