namespace Unpause.Requests;

/// <summary>Something about a set's times that no real service does: most likely a wrong unit or clock.</summary>
/// <param name="Sentence">What is seen, with its number, and what is likely meant.</param>
/// <param name="DurationUnit">The unit that durations were likely meant in; null when the durations are not the doubt.</param>
internal sealed record UnitDoubt(string Sentence, TimeUnit? DurationUnit);
