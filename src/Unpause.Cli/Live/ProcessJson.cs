using System.Globalization;
using Unpause.Recorder.Live;
using Unpause.Reports.Live;

namespace Unpause.Cli.Live;

/// <summary>Live processes as JSON: the contract <c>unpause.processes/1</c> (schema/unpause.processes-1.schema.json).</summary>
internal static class ProcessJson
{
    /// <summary>Writes processes to standard output.</summary>
    public static void Write(IReadOnlyList<LiveProcess> processes) => PrintedJson.Write(
        new ProcessesContract(ProcessesContract.CurrentSchema, [.. processes.Select(Compose)]),
        ProcessesContractJson.Default.ProcessesContract);

    /// <summary>Writes one process to standard output.</summary>
    public static void Write(LiveProcess process) =>
        PrintedJson.Write(Compose(process), ProcessesContractJson.Default.LiveProcessContract);

    private static LiveProcessContract Compose(LiveProcess process) => new(
        Pid: process.Id,
        User: process.User,
        Runtime: process.Runtime,
        RuntimeVersion: process.Version,
        Collector: process.Collector,
        HeapLimitBytes: process.HeapLimitBytes,
        StartedAt: process.StartedAt?.ToString("yyyy-MM-ddTHH:mm:ss.fffK", CultureInfo.InvariantCulture),
        Service: process.Service,
        ContainerId: process.ContainerId,
        Pod: process.Pod,
        Command: process.Command,
        Recordable: process.Recordable,
        RecordingMethod: process.RecordedBy,
        Obstacles: [.. process.Obstacles.Select(obstacle => new ObstacleContract(obstacle.What, obstacle.Instead, obstacle.Hard))]);
}
