using Unpause.Analysis.Diagnosis.Go;
using Unpause.Experiments.Labs.Guests;
using Unpause.Recorder;

namespace Unpause.Experiments.Labs;

/// <summary>
/// <c>unpause lab chat --numa</c>: a program on a machine of two NUMA nodes, and the same bound to one of them by unpause.
/// </summary>
/// <param name="kernel">The machine's kernel, as the user names it; null: this machine's.</param>
[SupportedOSPlatform("linux")]
internal sealed class NumaLab(string? kernel) : Lab
{
    private const string Unbound = "unbound", Bound = "one-node";

    /// <summary>Large enough that a GC touches many pages; small enough that one node has room for it twice.</summary>
    private const int Mebibytes = 100;

    /// <inheritdoc/>
    public override string Name => "chat";

    /// <inheritdoc/>
    public override string Description => "Incident 2 on two NUMA nodes.";

    /// <inheritdoc/>
    public override string Headline =>
        "Incident 2: on two NUMA nodes, the kernel migrates pages to the node that uses them, and this slows GC down.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = [Unbound, Bound];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(20, 100, 20_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Count("NUMA page migrations per second", run => NumaMoves.Read(run.Process.Recording)?.PagesPerSecond),
        LabRow.Count("NUMA hinting faults per second", run => NumaMoves.Read(run.Process.Recording)?.FaultsPerSecond),
        .. GoRows.All,
    ];

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        TwoNodeMachine.RequireEmulator();
        var file = LinuxKernel.Find(kernel);
        var machine = new TwoNodeMachine(file, GoProgram.Compile(folder, Name));
        return task =>
        {
            LabRun.MakeFolder(task);
            var load = MachineLoad.Begin();
            var result = EndSignals.Until(stop => Run(machine, task, stop));
            return result is null ? null : LabRun.Read(task, result, load.Others());
        };
    }

    private static RunResult? Run(TwoNodeMachine machine, LabTask task, CancellationToken stop)
    {
        string[] program = ["churn", "/out", $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}", $"{Mebibytes}"];
        string[] options = task.Mode == Bound ? ["--numa-node", "0"] : [];
        return machine.Run(options, program, task.Load.Seconds, task.Folder, stop) is not { } code ? null : new RunResult
        {
            ExitCode = code,
            Files = Directory.Exists(LabRun.RecordingFolder(task)) ? [.. Directory.EnumerateFiles(LabRun.RecordingFolder(task))] : [],
        };
    }
}
