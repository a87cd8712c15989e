using Unpause.Readers;

namespace Unpause.Cli;

/// <summary>An input, and whether the user named it or it was found in a folder.</summary>
internal sealed record ExpandedInput(RecordingInput Input, bool Found);
