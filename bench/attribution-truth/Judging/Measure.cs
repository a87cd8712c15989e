namespace Unpause.Bench.AttributionTruth;

/// <summary>A measure of the issue: a question, and its goal.</summary>
/// <param name="Name">Column.</param>
/// <param name="Title">In words.</param>
/// <param name="Ask">The question; null where it does not apply.</param>
/// <param name="Goal">In percent.</param>
/// <param name="AtLeast">Whether more is better.</param>
public sealed record Measure(string Name, string Title, Func<Score, bool?> Ask, double Goal, bool AtLeast)
{
    /// <summary>All of them, in the order of the issue.</summary>
    public static IReadOnlyList<Measure> All { get; } =
    [
        new("p99 inside", "truth inside the p99 range, all", score => score.Covered, 90, AtLeast: true),
        new(
            "p99 inside, sure", "truth inside it where clock is verified and queue fits",
            score => score.Sure ? score.Covered : null, 95, AtLeast: true),
        new(
            "blame inside", "truth inside the range of blamed requests", score => score.BlameCovered, 90, AtLeast: true),
        new(
            "exit 3", "exit 3 with ≥ 15 pauses, where an answer is possible",
            score => score.Scenario.Cell.AnswerIsPossible ? score.Refused : null, 10, AtLeast: false),
        new("hides", "acquittals that hide ≥ 10 % of the slow requests", score => score.HidingAcquittal, 0, AtLeast: false),
        new("over", "over-blame by more than 10 points", score => score.OverBlamed, 3, AtLeast: false),
        new("majority missed", "a true majority cause missed or refused, all", score => score.MajorityMissed, 10, AtLeast: false),
        new(
            "majority missed, verified", "the same where the clock is verified",
            score => score.Answer.Verified ? score.MajorityMissed : null, 5, AtLeast: false),
        new("offset", "constant offsets ≥ 50 ms with ≥ 15 pauses found, or exit 3", score => score.OffsetHandled, 95, AtLeast: true),
        new("under", "under-blame by more than 10 points (no goal in the issue)", score => score.UnderBlamed, 3, AtLeast: false),
        new(
            "exit 3 rightly", "exit 3 where nobody could tell whose pauses (no goal in the issue)",
            score => score.Scenario.Cell.RefusalIsRight ? score.Refused : null, 90, AtLeast: true),
        new(
            "offset error", "found offsets within the stated error (no goal in the issue)",
            score => score.OffsetWithinRange, 90, AtLeast: true),
    ];

    /// <summary>Whether a percentage reaches the goal.</summary>
    public bool Reached(double percent) => AtLeast ? percent >= Goal : percent <= Goal;
}
