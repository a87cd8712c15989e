namespace Unpause.Diagnosis;

/// <summary>A rule that could not judge a process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="RuleId">The rule.</param>
/// <param name="Why">What it lacked, as a sentence.</param>
public sealed record UnjudgedRule(int Process, string RuleId, string Why);
