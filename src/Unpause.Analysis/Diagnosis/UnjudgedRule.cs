namespace Unpause.Analysis.Diagnosis;

/// <summary>A rule that was not applicable to a process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="RuleId">The id of the rule.</param>
/// <param name="Why">What is not recorded, as a sentence.</param>
public sealed record UnjudgedRule(int Process, string RuleId, string Why);
