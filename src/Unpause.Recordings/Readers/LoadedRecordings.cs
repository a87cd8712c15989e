namespace Unpause.Recordings.Readers;

/// <summary>What came of reading inputs.</summary>
/// <param name="Recordings">One for each process found, in the order of the inputs.</param>
/// <param name="Unread">Inputs that gave no recording, with the reason.</param>
public sealed record LoadedRecordings(IReadOnlyList<Recording> Recordings, IReadOnlyList<UnreadInput> Unread);
