namespace Unpause.Cli.Tuning;

/// <summary>How a trial's program ended.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="ElapsedNanoseconds">From its start to its end.</param>
/// <param name="NotRecorded">What is missing, in sentences.</param>
internal sealed record TrialEnd(int ExitCode, long ElapsedNanoseconds, IReadOnlyList<string> NotRecorded);
