using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;

namespace Unpause.Cli.Labs;

/// <summary><c>unpause lab web-app</c>: incident 1 as an ASP.NET Core service.</summary>
internal sealed class WebAppLab : Lab
{
    // The runtime's own session with allocation ticks, which tell who makes large objects.
    private const string Providers = "Microsoft-Windows-DotNETRuntime:0x1:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";

    /// <inheritdoc/>
    public override string Name => "web-app";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 1: an ASP.NET Core service that stops for large objects and for collections that nobody asked for. Needs the .NET SDK "
        + "10 and a checkout of unpause.";

    /// <inheritdoc/>
    public override string Headline =>
        "Incident 1: large temporary arrays and strings that only gen2 collects, and a memory monitor that asks for collections.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = ["original", "fixed"];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(20, 80, 100_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Number("gen0 and gen1 for each gen2", run => LabRows.CountOf(run, Generations.Gen2) is > 0 and var gen2
            ? (double)(LabRows.CountOf(run, Generations.Gen0) + LabRows.CountOf(run, Generations.Gen1)) / gen2
            : null),
        LabRow.Count("induced collections", run => run.Process.Summary.Collections.Induced),
        LabRow.Duration("longest blocking gen2", LongestBlockingGen2),
        LabRow.Count("waits for large objects", run => run.Process.Summary.Stalls.Sum(stall => stall.Count)),
        LabRow.Bytes("large objects allocated", run =>
            run.Process.Recording.Allocations?.Sites.Where(site => site.Heap == AllocationHeap.Large).Sum(site => (double)site.Bytes)),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];

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

    /// <summary>0 when there is none: that is known.</summary>
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
