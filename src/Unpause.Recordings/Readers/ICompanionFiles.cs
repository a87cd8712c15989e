namespace Unpause.Recordings.Readers;

/// <summary>
/// Files that are not recordings but add to one. They are collected while inputs are read, and joined with their recordings at the end.
/// </summary>
internal interface ICompanionFiles
{
    /// <summary>Reads a file if it is of this kind; whether it is.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is packed, and the packing is damaged.</exception>
    bool TryTake(string name, PeekedStream stream);

    /// <summary>The recordings with what the files add to them, and files that belong to none.</summary>
    LoadedRecordings Join(IReadOnlyList<Recording> recordings);
}
