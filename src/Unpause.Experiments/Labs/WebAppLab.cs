using System.CommandLine;
using Spectre.Console;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;

namespace Unpause.Experiments.Labs;

/// <summary><c>unpause lab web-app</c>: incident 1 as an ASP.NET Core service.</summary>
/// <param name="together">Whether to run only the original and all fixes together.</param>
public sealed class WebAppLab(bool together) : Lab
{
    private const string Original = "original", Fixed = "fixed";

    // The runtime's own session with allocation ticks, to see what allocates large objects.
    private const string Providers = "Microsoft-Windows-DotNETRuntime:0x1:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";

    /// <summary>The modes that have one of the three fixes.</summary>
    private static readonly string[] Alone = ["caches", "answers", "limit"];

    /// <inheritdoc/>
    public override string Name => "web-app";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 1: an ASP.NET Core service that is paused by large-object allocations and induced GCs. "
        + "Needs the .NET SDK 10 and a checkout of unpause.";

    /// <inheritdoc/>
    public override string Headline =>
        "Incident 1: large temporary arrays and strings that only gen2 GCs free, and a memory monitor that induces GCs.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = together ? [Original, Fixed] : [Original, .. Alone, Fixed];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(together ? 20 : 10, 80, 100_000_000);

    /// <inheritdoc/>
    public override LabShares? Shares { get; } = together ? null : new(Alone, Fixed,
    [
        LabRow.Percent("slow requests", run => run.Client.Measured.SlowPercent),
        LabRow.Duration("p99", run => run.Client.Measured.P99Nanoseconds),
        LabRow.Percent("time in pauses", run => 100 - run.Process.Summary.Pauses.ThroughputPercent),
        LabRow.Count("gen2 collections", run => LabRows.CountOf(run, Generations.Gen2)),
        LabRow.Bytes("large objects", LargeObjectBytes),
    ]);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Number("gen0+gen1 GCs per gen2 GC", run => LabRows.CountOf(run, Generations.Gen2) is > 0 and var gen2
            ? (double)(LabRows.CountOf(run, Generations.Gen0) + LabRows.CountOf(run, Generations.Gen1)) / gen2
            : null),
        LabRow.Count("induced GCs", run => run.Process.Summary.Collections.Induced),
        LabRow.Duration("longest blocking gen2", LongestBlockingGen2),
        LabRow.Count("large-object stalls", run => run.Process.Summary.Stalls.Sum(stall => stall.Count)),
        LabRow.Bytes("large objects allocated", LargeObjectBytes),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];

    /// <summary>Describes the command.</summary>
    public static Command Create(Func<IAnsiConsole> openResults)
    {
        var (each, pair) = (new WebAppLab(together: false), new WebAppLab(together: true));
        var command = new Command(each.Name, each.Description);
        var options = new LabOptions(command, each.Defaults);
        var together = new Option<bool>("--together")
        {
            Description =
                "Run only the original and all fixes together, not each fix alone: "
                    + $"two runs instead of five, {pair.Defaults.Seconds} s each.",
        };
        command.Add(together);
        command.SetAction(parsed => parsed.GetValue(together)
            ? LabRunner.Run(pair, options.Read(parsed, pair.Defaults), openResults())
            : LabRunner.Run(each, options.Read(parsed), openResults()));
        return command;
    }

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        var program = LabProject.Build(Name, "Unpause.Collections", "Unpause.IO");
        return task => LabRun.Record(task,
        [
            "env",
            "DOTNET_EnableEventPipe=1", "DOTNET_EventPipeOutputStreaming=1", $"DOTNET_EventPipeConfig={Providers}",
            $"DOTNET_EventPipeOutputPath={Path.Combine(LabRun.RecordingFolder(task), "dotnet-{pid}.nettrace")}",
            "dotnet", program, "run", task.Folder, task.Mode, "--seconds", $"{task.Load.Seconds}", "--rate", $"{task.Load.Rate}",
            "--seed", $"{task.Seed}",
        ]);
    }

    private static double? LargeObjectBytes(LabRun run) =>
        run.Process.Recording.Allocations?.Sites.Where(site => site.Heap == AllocationHeap.Large).Sum(site => (double)site.Bytes);

    /// <summary>0 when there is no such GC, not null: the recording covers all of them.</summary>
    private static double? LongestBlockingGen2(LabRun run)
    {
        var recording = run.Process.Recording;
        long longest = 0;
        foreach (var pause in recording.Pauses)
        {
            if (recording.Collections[pause.Collection] is { Generation: Generations.Gen2, Kind: CollectionKind.Blocking })
            {
                longest = Math.Max(longest, pause.DurationNanoseconds);
            }
        }

        return longest;
    }
}

/// <summary>The rows that every lab under load has.</summary>
internal static class LabRows
{
    private static readonly LabRow[] Requests =
    [
        LabRow.Count("requests", run => run.Client.Count),
        LabRow.Percent("slow requests", run => run.Client.Measured.SlowPercent),
        LabRow.Duration("latency, p50", run => run.Client.Measured.P50Nanoseconds),
        LabRow.Duration("  p90", run => run.Client.Measured.P90Nanoseconds),
        LabRow.Duration("  p99", run => run.Client.Measured.P99Nanoseconds),
        LabRow.Duration("  longest", run => run.Client.Measured.MaxNanoseconds),
    ];

    private static readonly LabRow[] Pauses =
    [
        LabRow.Duration("recorded", run => run.Process.Recording.DurationNanoseconds),
        LabRow.Percent("throughput", run => run.Process.Summary.Pauses.ThroughputPercent),
        LabRow.Duration("pauses, total", run => run.Process.Summary.Pauses.TotalNanoseconds),
        LabRow.Duration("  mean", run => run.Process.Summary.Pauses.MeanNanoseconds),
        LabRow.Duration("  longest", run => run.Process.Summary.Pauses.MaxNanoseconds),
    ];

    /// <summary>Requests, pauses, a row for each generation that was collected in any run, then the lab's own.</summary>
    public static IEnumerable<LabRow> Create(Lab lab, IEnumerable<LabRun> runs) =>
        [.. Requests, .. Pauses, .. GenerationsOf(runs).Select(Collections), .. lab.Rows];

    /// <summary>A generation's collections in a run; 0 when there are none.</summary>
    public static long CountOf(LabRun run, string generation) =>
        run.Process.Summary.Collections.ByGeneration.FirstOrDefault(row => row.Generation == generation)?.Count ?? 0;

    private static LabRow Collections(string generation) => LabRow.Count($"{generation} collections", run => CountOf(run, generation));

    private static IEnumerable<string> GenerationsOf(IEnumerable<LabRun> runs)
    {
        var found = runs.SelectMany(run => run.Process.Summary.Collections.ByGeneration)
            .Select(row => row.Generation).OfType<string>().ToHashSet(StringComparer.Ordinal);
        return runs.SelectMany(run => run.Process.Recording.Source.Traits.Generations)
            .Distinct(StringComparer.Ordinal)
            .Where(found.Contains);
    }
}
