namespace Unpause.Analysis.Tuning;

/// <summary>A setting that gets no more trials, because it cannot win.</summary>
/// <param name="Setting">Index of the setting.</param>
/// <param name="Trials">How many it had.</param>
/// <param name="Better">The setting than which it is worse; null when it is stopped for another reason.</param>
/// <param name="Difference">By how much its objective is more, or less where more is better.</param>
/// <param name="Broken">The constraint that it broke again and again; null when it is stopped for another reason.</param>
/// <param name="Failure">Why its trials failed; null when it is stopped for another reason.</param>
public sealed record EarlyStop(int Setting, int Trials, int? Better, SettingDifference? Difference, string? Broken, string? Failure);
