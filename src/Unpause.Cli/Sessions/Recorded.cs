using Unpause.Readers;

namespace Unpause.Cli;

/// <summary>What a command has recorded.</summary>
/// <param name="Facts">All but the content of the files.</param>
/// <param name="Inputs">The files.</param>
/// <param name="Release">Removes what is temporary, and tells what is kept, when the outputs are written.</param>
internal sealed record Recorded(RecordedFacts Facts, IReadOnlyList<RecordingInput> Inputs, Action Release);
