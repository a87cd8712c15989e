using Unpause.Recordings;

namespace Unpause.Cli.Labs;

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
