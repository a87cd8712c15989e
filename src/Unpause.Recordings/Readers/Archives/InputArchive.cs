namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// An archive of several files, each an input of its own. Only names of files are used, and nothing is written: a name with <c>../</c>
/// names nothing outside. Links and devices are passed over.
/// </summary>
public sealed class InputArchive : IDisposable
{
    // Zip and 7z have their list of files at the end, and are read from a file only.
    private static readonly (string Kind, int StartBytes, RecognisesBlock Is, Func<Stream, Stream, string, IArchiveFiles> Open)[] Kinds =
    [
        ("zip", 4, ZipInput.Is, (raw, _, _) => ZipInput.Open(raw)),
        ("7z", 6, SevenZipInput.Is, (raw, _, name) => SevenZipInput.Open(raw, name)),
        ("tar", TarInput.BlockBytes, TarInput.Is, (_, content, name) => TarInput.Open(content, name)),
    ];

    private readonly IArchiveFiles _archive;

    private InputArchive(IArchiveFiles archive, string name) => (_archive, Files) = (archive, archive.Files(name));

    /// <summary>Its files.</summary>
    public IReadOnlyList<RecordingInput> Files { get; }

    /// <summary>Why there may be more files than these; null when it was read to its end.</summary>
    public string? Fault => _archive.Fault;

    /// <summary>The format of the archive with which an input begins; null for none.</summary>
    /// <exception cref="InvalidDataException">The input is packed, and its packing is damaged.</exception>
    public static string? KindOf(PeekedStream content)
    {
        foreach (var (kind, startBytes, recognises, _) in Kinds)
        {
            if (recognises(content.Peek(startBytes)) && (kind == "tar" || !content.IsUnpacked)) return kind;
        }

        return null;
    }

    /// <summary>Why an archive in an archive is not read, as a phrase; null when the input is none.</summary>
    /// <inheritdoc cref="KindOf"/>
    public static string? WhyNotInside(PeekedStream content) => KindOf(content) is { } kind
        ? OtherFiles.Describe(content.Peek(Limits.DetectionBytes)) ?? $"a {kind} archive"
        : null;

    /// <summary>Opens the archive that <see cref="KindOf"/> recognised.</summary>
    /// <param name="name">The archive's name, before those of its files.</param>
    /// <param name="raw">The input; not closed.</param>
    /// <param name="content">The same, unpacked, from its start.</param>
    /// <exception cref="InvalidDataException">It cannot be read, or is not what an archive of logs is.</exception>
    public static InputArchive Open(string name, Stream raw, PeekedStream content)
    {
        var kind = KindOf(content)!;
        var archive = Array.Find(Kinds, row => row.Kind == kind).Open(raw, content, name);
        try
        {
            return new InputArchive(archive, name);
        }
        catch (InvalidDataException)
        {
            archive.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _archive.Dispose();

    internal static InvalidDataException TooManyFiles() =>
        new($"more than {Quantities.Count(Limits.ArchiveFiles)} files in one archive");

    internal static InvalidDataException NeedsFile(string kind) =>
        new($"a {kind} archive can only be read from a file: unpack it first");
}

/// <summary>The files of one archive.</summary>
internal interface IArchiveFiles : IDisposable
{
    /// <inheritdoc cref="InputArchive.Fault"/>
    string? Fault { get; }

    /// <summary>Its files.</summary>
    /// <param name="name">The archive's name, before theirs.</param>
    /// <exception cref="InvalidDataException">The list of files is damaged, or too long.</exception>
    IReadOnlyList<RecordingInput> Files(string name);
}
