namespace Unpause.Recordings.Readers;

/// <summary>One input to read: a file's name as the user gave it, and how to open its bytes.</summary>
/// <param name="Name">Shown in reports; <c>-</c> for standard input.</param>
/// <param name="Open">Opens the bytes from their start. Called once; may throw <see cref="IOException"/> or
/// <see cref="UnauthorizedAccessException"/>.</param>
public sealed record RecordingInput(string Name, Func<Stream> Open)
{
    /// <summary>
    /// The log that it is a part of, where that is known from elsewhere; null where only its name shows it.
    /// </summary>
    public string? Series { get; init; }

    /// <summary>The recording session that made it: inputs of one session are of one process. Null where unknown.</summary>
    public string? Session { get; init; }

    /// <summary>An input that is a file.</summary>
    public static RecordingInput File(string path) =>
        new(path, () => new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1));
}
