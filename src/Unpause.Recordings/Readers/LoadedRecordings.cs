namespace Unpause.Recordings.Readers;

/// <summary>What came of reading inputs.</summary>
/// <param name="Recordings">One for each process found, in the order of the inputs.</param>
/// <param name="Unread">Inputs that gave no recording, with the reason.</param>
public sealed record LoadedRecordings(IReadOnlyList<Recording> Recordings, IReadOnlyList<UnreadInput> Unread)
{
    /// <summary>Files of archives that are no recordings. Not every file there has to be one.</summary>
    public IReadOnlyList<UnreadInput> PassedOver { get; init; } = [];
}

/// <summary>An input that gave no recording.</summary>
/// <param name="Name">As the user gave it.</param>
/// <param name="Reason">What is wrong with it, as a phrase.</param>
/// <param name="Fault">The kind of fault.</param>
public sealed record UnreadInput(string Name, string Reason, InputFault Fault)
{
    /// <summary>
    /// The first bytes of an input of an unknown format, from which others may find out what it is; empty for all others.
    /// </summary>
    public ReadOnlyMemory<byte> Start { get; init; }
}
