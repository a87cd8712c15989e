namespace Unpause.Recordings.Readers;

/// <summary>All that reading knows of a runtime: its names, its formats, and how several recordings of one process become one.</summary>
/// <param name="Traits">What it is called, and what is called how in it.</param>
/// <param name="Formats">Its formats, each with its recogniser and its reader.</param>
internal sealed record RuntimeDescriptor(RuntimeTraits Traits, IReadOnlyList<RecordingFormat> Formats)
{
    /// <summary>What a user may give to read, in the plural: <c>.nettrace files</c>.</summary>
    public required string Inputs { get; init; }

    /// <summary>
    /// Makes one recording of those that certainly are of one process; null where each is a process of its own. It is given the
    /// recordings of all runtimes, and passes on what is not its own in its place.
    /// </summary>
    public Func<IReadOnlyList<Recording>, IReadOnlyList<Recording>>? Join { get; init; }

    /// <summary>
    /// Takes files that are not recordings but add to them, anew for each reading; null where there are none.
    /// </summary>
    public Func<ICompanionFiles>? Companions { get; init; }
}
