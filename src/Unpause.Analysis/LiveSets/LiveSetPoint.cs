namespace Unpause.Analysis.LiveSets;

/// <summary>What was live at one moment.</summary>
/// <param name="AtNanoseconds">Since the recording's zero.</param>
/// <param name="Value">Bytes; or nanoseconds that a collection of it took.</param>
internal readonly record struct LiveSetPoint(long AtNanoseconds, long Value);
