using System.CommandLine;
using System.Runtime.InteropServices;
using Spectre.Console;

namespace Unpause.Experiments.Labs;

/// <summary><c>unpause lab chat</c>: incident 2 as a chat server in Go with real connections.</summary>
/// <param name="connections">How many clients are connected.</param>
public sealed class ChatLab(int connections) : Lab
{
    /// <summary>The default number of connections, with three goroutines each.</summary>
    private const int UsualConnections = 30_000;

    private const string OneNode = "one-node";
    private const int MostConnections = 500_000;
    private const int MostGoroutines = 10_000_000;

    /// <inheritdoc/>
    public override string Name => "chat";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 2: a Go chat server with tens of thousands of connections and three goroutines each; --idle: 1.5 million goroutines. "
        + "Needs Go (1.19 or later).";

    /// <inheritdoc/>
    public override string Headline =>
        $"Incident 2: a chat server with {Quantities.Count(connections)} connections. The GC scans every goroutine's stack.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = NumaNodes.AreSeveral
        ? ["default", "tuned", "fewer-allocations", OneNode]
        : ["default", "tuned", "fewer-allocations"];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(8, 1000, 20_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows => GoRows.All;

    /// <summary>Describes the command.</summary>
    public static Command Create(Func<IAnsiConsole> openResults)
    {
        var usual = new ChatLab(UsualConnections);
        var command = new Command(usual.Name, usual.Description);
        var options = new LabOptions(command, usual.Defaults);
        var people = LabOptions.Number("--connections", "How many clients are connected to the server.", UsualConnections);
        var idle = new Option<bool>("--idle")
        {
            Description = "Instead, without connections: GC cost and message latency when nearly all goroutines are idle.",
        };
        var goroutines = LabOptions.Number("--goroutines", "With --idle: how many goroutines there "
            + "are.", IdleGoroutinesLab.UsualGoroutines);
        var numa = new Option<bool>("--numa")
        {
            Description = "Instead, in a virtual machine with two NUMA nodes (qemu-system-x86_64): "
                + "the cost of NUMA page migration, without and "
            + "with unpause run --numa-node. Takes two minutes.",
        };
        var kernel = new Option<string>("--kernel")
        {
            Description = "With --numa: the kernel of the virtual machine. Default: the newest in /boot.", HelpName = "FILE",
        };
        command.Add(people);
        command.Add(idle);
        command.Add(goroutines);
        command.Add(numa);
        command.Add(kernel);
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(numa))
            {
                if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64)
                    throw new UserMistake("--numa runs this unpause in a virtual machine: it needs unpause for Linux on x86-64");
                if (parsed.GetValue(idle)) throw new UserMistake("--numa and --idle are different runs: give one of them");
                var emulated = new NumaLab(parsed.GetValue(kernel));
                return LabRunner.Run(emulated, options.Read(parsed, emulated.Defaults), openResults());
            }

            var load = options.Read(parsed);
            if (parsed.GetValue(idle))
            {
                return LabRunner.Run(new IdleGoroutinesLab(LabOptions.Within(parsed, goroutines, MostGoroutines)), load, openResults());
            }

            if (!NumaNodes.AreSeveral) Console.Error.WriteLine($"{OneNode} is left out: this machine has one NUMA node");
            var connected = LabOptions.Within(parsed, people, MostConnections);
            return LabRunner.Run(connected == UsualConnections ? usual : new ChatLab(connected), load, openResults());
        });
        return command;
    }

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        var program = GoProgram.Compile(folder, Name);
        return task => LabRun.Record(
            task,
            [program, task.Folder, task.Mode, $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}", $"{connections}"],
            task.Mode == OneNode ? 0 : null);
    }
}

/// <summary>NUMA nodes of this machine, usually one per socket.</summary>
internal static class NumaNodes
{
    private const string Folder = "/sys/devices/system/node";

    /// <summary>Whether there are several.</summary>
    public static bool AreSeveral => Directory.Exists(Folder) && Directory.EnumerateDirectories(Folder, "node*").Skip(1).Any();
}

/// <summary><c>unpause lab chat --idle</c>: few and many idle goroutines, and messages between some of them.</summary>
/// <param name="goroutines">How many are idle in the second run; 1 % of them in the first.</param>
internal sealed class IdleGoroutinesLab(int goroutines) : Lab
{
    /// <summary>The number of the incident: 500,000 clients, three goroutines each.</summary>
    public const int UsualGoroutines = 1_500_000;

    private const int Fraction = 100;
    private const string Unit = "-goroutines";

    /// <inheritdoc/>
    public override string Name => "chat";

    /// <inheritdoc/>
    public override string Description => "Incident 2 without connections.";

    /// <inheritdoc/>
    public override string Headline =>
        $"Incident 2: {Quantities.Count(goroutines)} idle goroutines, and each GC scans the stacks of all of them.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = [Math.Max(1, goroutines / Fraction) + Unit, goroutines + Unit];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(8, 1000, 20_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows => GoRows.All;

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        var program = GoProgram.Compile(folder, Name);
        return task => LabRun.Record(
            task, [program, "idle", task.Folder, $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}", task.Mode[..^Unit.Length]]);
    }
}
