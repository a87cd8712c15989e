using Unpause.Recordings.Readers;

namespace Unpause.Cli.Sessions;

/// <summary>What a command has recorded.</summary>
/// <param name="Facts">Everything except the content of the files.</param>
/// <param name="Release">Removes temporary files, and names kept ones, after the outputs are written.</param>
internal sealed record Recorded(RecordedFacts Facts, IReadOnlyList<RecordingInput> Inputs, Action Release);
