using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;

namespace Unpause.Tests.Toy;

/// <summary>A rule of the made-up runtime.</summary>
internal sealed class DawdlingToy : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds("a long stop", 1, "a Toy is wound up for less");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "dawdling-toy",
        AppliesTo = [ToyRuntime.Id],
        Summary = $"A Toy stops for longer than {Long}.",
        Background = "A spring that is let down stops it.",
        Thresholds = [Long],
        Needs = [new Requirement("the Toy's log", "There is no log", [new("toy --log")])],
        Advises = ["wind it up"],
        Versions = "All.",
        Sources = ["this test"],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process) => process.Summary.Pauses.MaxNanoseconds is not > 1_000_000
        ? Verdict.Silent
        : Verdict.Found(new Finding(
            Id,
            Severity.High,
            "The Toy dawdles",
            [Evidence.Count("pauses", "pauses", process.Summary.Pauses.Count, "pauses")],
            [new("Wind it up.")],
            null));
}
