namespace Unpause.Analysis.Diagnosis;

/// <summary>The description of a rule. <c>docs/rules.md</c> and <c>unpause explain</c> are generated from it.</summary>
public sealed record RuleDescription
{
    /// <summary>A noun phrase for the problem, unique over all runtimes: <c>futile-collections</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The runtimes that the rule supports (<see cref="Runtimes"/>); it doesn't run on others.</summary>
    public required IReadOnlyList<string> AppliesTo { get; init; }

    /// <summary>Whether it also judges recordings of JVMs that aren't HotSpot (<see cref="OtherJvms"/>).</summary>
    public bool JudgesOtherJvms { get; init; }

    /// <summary>What it looks for, in one or two sentences; each number in it is one of the thresholds.</summary>
    public required string Summary { get; init; }

    /// <summary>Why that is a problem and what causes it, in a few sentences for readers who don't know it.</summary>
    public required string Background { get; init; }

    /// <summary>The numbers that decide, most important first; empty if it only checks for presence.</summary>
    public required IReadOnlyList<Threshold> Thresholds { get; init; }

    /// <summary>Data that it requires in the recording; never empty.</summary>
    public required IReadOnlyList<Requirement> Needs { get; init; }

    /// <summary>Optional data that makes its finding more precise; may be empty.</summary>
    public IReadOnlyList<Requirement> Helps { get; init; } = [];

    /// <summary>Its advice in short: imperative phrases, best first. The finding has the exact settings.</summary>
    public required IReadOnlyList<string> Advises { get; init; }

    /// <summary>
    /// Ids of rules whose findings cause this one if both fire in one process, likeliest cause first. The finding is then shown as a
    /// consequence of the cause, if that accounts for at least half of its time.
    /// </summary>
    public IReadOnlyList<string> FollowsFrom { get; init; } = [];

    /// <summary>Whether only the program can change it: settings that its consequences advise would delay them, or do nothing.</summary>
    public bool IsCuredByCodeAlone { get; init; }

    /// <summary>Whether it names no cause itself: it is a symptom of whichever other finding accounts for most of its time.</summary>
    public bool IsCatchAll { get; init; }

    /// <summary>How certain its findings are, unless they state it themselves.</summary>
    public Confidence Confidence { get; init; } = Confidence.Likely("the numbers support it");

    /// <summary>The runtime versions and collectors to which it applies.</summary>
    public required string Versions { get; init; }

    /// <summary>Sources of the mechanism and the numbers: source files, documents, issues.</summary>
    public required IReadOnlyList<string> Sources { get; init; }
}
