using System.CommandLine;
using System.Runtime.InteropServices;

namespace Unpause.Cli.Labs;

/// <summary><c>unpause lab chat</c>: incident 2 as a chat server in Go with real connections.</summary>
/// <param name="connections">How many people are connected.</param>
internal sealed class ChatLab(int connections) : Lab
{
    /// <summary>As many as the figures are of, in three goroutines each.</summary>
    private const int UsualConnections = 30_000;

    private const string OneNode = "one-node";
    private const int MostConnections = 500_000;
    private const int MostGoroutines = 10_000_000;

    /// <inheritdoc/>
    public override string Name => "chat";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 2: a Go chat server of tens of thousands of connections, three goroutines each; with --idle 1.5 million goroutines. "
        + "Needs Go (1.19 or later).";

    /// <inheritdoc/>
    public override string Headline =>
        $"Incident 2: a chat server with {Quantities.Count(connections)} connections, whose collector looks at every goroutine's stack.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = NumaNodes.AreSeveral
        ? ["default", "tuned", "fewer-allocations", OneNode]
        : ["default", "tuned", "fewer-allocations"];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(8, 1000, 20_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows => GoRows.All;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var usual = new ChatLab(UsualConnections);
        var command = new Command(usual.Name, usual.Description);
        var options = new LabOptions(command, usual.Defaults);
        var people = LabOptions.Number("--connections", "How many people are connected to the server.", UsualConnections);
        var idle = new Option<bool>("--idle")
        {
            Description = "Instead, without connections: what a collection costs, and messages notice, where nearly all goroutines wait.",
        };
        var goroutines = LabOptions.Number("--goroutines", "With --idle: how many there are.", IdleGoroutinesLab.UsualGoroutines);
        var numa = new Option<bool>("--numa")
        {
            Description = "Instead, in a virtual machine of two NUMA nodes (qemu-system-x86_64): what the kernel's moving of pages between "
                + "them costs, and what remains of it when unpause binds the program to one. Takes two minutes.",
        };
        var kernel = new Option<string>("--kernel")
        {
            Description = "With --numa: the machine's kernel; without it the newest in /boot.", HelpName = "FILE",
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
                    throw new UserMistake("--numa emulates a machine with this unpause in it, which must be one for Linux on x86-64");
                if (parsed.GetValue(idle)) throw new UserMistake("--numa and --idle are different runs: give one of them");
                var emulated = new NumaLab(parsed.GetValue(kernel));
                return LabRunner.Run(emulated, options.Read(parsed, emulated.Defaults));
            }

            var load = options.Read(parsed);
            if (parsed.GetValue(idle))
            {
                return LabRunner.Run(new IdleGoroutinesLab(LabOptions.Within(parsed, goroutines, MostGoroutines)), load);
            }

            if (!NumaNodes.AreSeveral) Console.Error.WriteLine($"{OneNode} is left out: this machine has one NUMA node");
            var connected = LabOptions.Within(parsed, people, MostConnections);
            return LabRunner.Run(connected == UsualConnections ? usual : new ChatLab(connected), load);
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
