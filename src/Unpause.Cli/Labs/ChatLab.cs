using System.CommandLine;

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
        command.Add(people);
        command.Add(idle);
        command.Add(goroutines);
        command.SetAction(parsed =>
        {
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
    public override int? NumaNode(string mode) => mode == OneNode ? 0 : null;

    /// <inheritdoc/>
    public override Func<LabTask, IReadOnlyList<string>> Prepare(LabFolder folder)
    {
        var program = GoProgram.Compile(folder, Name);
        return task =>
            [program, task.Folder, task.Mode, $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}", $"{connections}"];
    }
}
