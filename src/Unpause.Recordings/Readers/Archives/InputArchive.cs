namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// An archive of several files, each an input of its own. Only names of files are used, and nothing is written: a name with <c>../</c>
/// names nothing outside. Links and devices are passed over. Archives in an archive are read, too, but none in those.
/// </summary>
public sealed class InputArchive : IDisposable
{
    // Zip and 7z have their list of files at the end.
    private static readonly (string Kind, int StartBytes, RecognisesBlock Is, Func<Stream, Stream, string, IArchiveFiles> Open)[] Kinds =
    [
        ("zip", 4, ZipInput.Is, (raw, content, _) => ZipInput.Open(raw.CanSeek ? raw : HeldArchive.Of("zip", content))),
        ("7z", 6, SevenZipInput.Is, (raw, content, name) => SevenZipInput.Open(raw.CanSeek ? raw : HeldArchive.Of("7z", content), name)),
        ("tar", TarInput.BlockBytes, TarInput.Is, (_, content, name) => TarInput.Open(content, name)),
    ];

    private readonly IArchiveFiles _archive;
    private readonly NestedBudget _nested;
    private readonly bool _isInside;

    private InputArchive(IArchiveFiles archive, string name, InputArchive? outer)
    {
        (_archive, _nested, _isInside) = (archive, outer?._nested ?? new NestedBudget(), outer is not null);
        Files = archive.Files(name);
        if (_isInside) _nested.TakeFiles(Files.Count);
    }

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

    /// <summary>What an archive is where none is read, as a phrase; null when the input is none.</summary>
    /// <inheritdoc cref="KindOf"/>
    public static string? Describe(PeekedStream content) => KindOf(content) is { } kind
        ? OtherFiles.Describe(content.Peek(Limits.DetectionBytes)) ?? $"a {kind} archive"
        : null;

    /// <summary>Why one of this archive's files, which is an archive itself, is not read; null when it is read, or is none.</summary>
    /// <param name="name">The file's name.</param>
    /// <inheritdoc cref="KindOf"/>
    public UnreadInput? Refuse(string name, PeekedStream content)
    {
        if (KindOf(content) is not { } kind) return null;
        if (ZipInput.WhatElse(content.Peek(Limits.DetectionBytes)) is { } other)
            return new UnreadInput(name, other, InputFault.UnknownFormat);
        if (!_isInside) return null;
        return new UnreadInput(
            name, $"a {kind} archive in an archive in an archive: unpack the outermost one first", InputFault.LeftOut);
    }

    /// <summary>The content of one of this archive's files, counted if the archive is one in an archive.</summary>
    public PeekedStream Counted(PeekedStream content) => _isInside ? content.Through(_nested.Count) : content;

    /// <summary>Opens the archive that <see cref="KindOf"/> recognised.</summary>
    /// <param name="name">The archive's name, before those of its files.</param>
    /// <param name="raw">The input; not closed.</param>
    /// <param name="content">The same, unpacked, from its start.</param>
    /// <param name="outer">The archive that it is a file of; null for none.</param>
    /// <exception cref="InvalidDataException">It cannot be read, or is not what an archive of logs is.</exception>
    public static InputArchive Open(string name, Stream raw, PeekedStream content, InputArchive? outer = null)
    {
        var kind = KindOf(content)!;
        if (outer is not null) content = content.Through(outer._nested.Count);
        var archive = Array.Find(Kinds, row => row.Kind == kind).Open(raw, content, name);
        try
        {
            return new InputArchive(archive, name, outer);
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
