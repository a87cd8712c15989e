using Unpause.Analysis;
using Unpause.Diagnosis;

namespace Unpause.Tests.Toy;

/// <summary>A rule of the made-up runtime.</summary>
internal sealed class DawdlingToy : Rule
{
    /// <inheritdoc/>
    public override string Id => "dawdling-toy";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [ToyRuntime.Id];

    /// <inheritdoc/>
    public override string Summary => "A Toy stops for longer than a millisecond.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process) => process.Summary.Pauses.MaxNanoseconds is not > 1_000_000
        ? Verdict.Silent
        : Verdict.Found(new Finding(Id, Severity.High, "The Toy dawdles", [new("pauses", process.Summary.Pauses.Count, "pauses")], [new("Wind it up.")], null));
}
