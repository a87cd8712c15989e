using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Loading;

/// <summary>An input that is open, unpacked, and whose format is known.</summary>
/// <param name="Name">As the user gave it.</param>
/// <param name="Stream">At the block in which the format was recognised.</param>
/// <param name="PassedLines">Lines before the stream's position.</param>
/// <param name="Hash">Takes in the content as it is read.</param>
internal sealed record OpenedInput(
    string Name,
    PeekedStream Stream,
    Stream Raw,
    RecordingFormat Format,
    long PassedLines,
    ContentHash Hash) : IDisposable
{
    /// <inheritdoc cref="RecordingInput.Session"/>
    public string? Session { get; init; }

    /// <summary>The first timestamp in its first block, for the order of a series; null when it has none.</summary>
    public PartStamp? FirstStamp => Format.FirstStamp?.Invoke(Stream.Peek(Limits.DetectionBytes));

    /// <inheritdoc/>
    public void Dispose() => Raw.Dispose();
}
