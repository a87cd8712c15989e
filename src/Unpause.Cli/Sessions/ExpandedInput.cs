using Unpause.Recordings.Readers;

namespace Unpause.Cli.Sessions;

/// <summary>An input, and whether the user named it or it was found in a folder.</summary>
internal sealed record ExpandedInput(RecordingInput Input, bool Found);
