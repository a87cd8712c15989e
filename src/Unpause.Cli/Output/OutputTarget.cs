namespace Unpause.Cli.Output;

/// <summary>
/// The resolved target of a path. A link is followed only if we or root must have created it. Any other link is replaced by the new
/// file.
/// </summary>
internal sealed class OutputTarget : IDisposable
{
    private const int MostLinks = 40;

    private OutputTarget(OutputFolder folder, string name, FileStatus? old, bool isDescriptor) =>
        (Folder, Name, Old, IsDescriptor) = (folder, name, old, isDescriptor);

    /// <summary>The folder that has the name.</summary>
    public OutputFolder Folder { get; }

    public string Name { get; }

    /// <summary>What stands there; null for nothing.</summary>
    public FileStatus? Old { get; }

    /// <summary>Whether it is a /proc link to an open file, which must be written in place, not replaced.</summary>
    public bool IsDescriptor { get; }

    /// <summary>Its path, valid in this process only.</summary>
    public string Path => Folder.PathOf(Name);

    /// <summary>Its path as the user knows it.</summary>
    public string Shown => System.IO.Path.Combine(Folder.Shown, Name);

    /// <summary>Resolves the path without any change.</summary>
    /// <exception cref="IOException">The path cannot be resolved.</exception>
    public static OutputTarget Find(string path)
    {
        var shown = path;
        OutputFolder? from = null;
        try
        {
            for (var links = 0; links < MostLinks; links++)
            {
                var folder = OutputFolder.Open(FolderOf(path), FolderOf(shown));
                from?.Dispose();
                from = folder;
                var name = System.IO.Path.GetFileName(path);
                if (name.Length == 0) throw new IOException("it is a folder");
                var found = FileStatus.OfName(folder.PathOf(name));
                if (found is not { Kind: FileKind.Link }) return Leave(ref from, name, found, false);
                if (folder.IsOfKernel) return Leave(ref from, name, FileStatus.Read(folder.PathOf(name)), true);
                if (!folder.IsOurs) return Leave(ref from, name, found, false);
                var next = new FileInfo(folder.PathOf(name)).LinkTarget ?? throw new IOException("the link was removed meanwhile");
                (path, shown) = (folder.PathOf(next), System.IO.Path.Combine(folder.Shown, next));
            }
        }
        finally
        {
            from?.Dispose();
        }

        throw new IOException("too many levels of symbolic links");
    }

    /// <summary>Checks whether the existing file may be written to.</summary>
    public void RequireWritable() => PlainOpen.ToWrite(Path, Shown, waits: false, IsDescriptor).Dispose();

    /// <summary>Opens the existing file, which must not be a link, to write to it in place.</summary>
    /// <param name="waits">Whether a pipe's reader is waited for.</param>
    public FileStream OpenOld(bool waits)
    {
        var handle = PlainOpen.ToWrite(Path, Shown, waits, IsDescriptor);
        try
        {
            return FileStatus.Read(handle) is { } opened && IsSafe(opened)
                ? new FileStream(handle, FileAccess.Write, 0)
                : throw new IOException("it was replaced by another file meanwhile");
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Folder.Dispose();

    /// <summary>Whether the opened file is the one that was found: another user may have put a hard link to our file there.</summary>
    private bool IsSafe(FileStatus opened) =>
        Folder.IsOurs || IsDescriptor || (opened.Kind == Old?.Kind && opened.User == Old?.User && opened.Names == 1);

    private static string FolderOf(string path) => System.IO.Path.GetDirectoryName(path) is { Length: > 0 } folder ? folder
        : path.StartsWith('/') ? "/" : ".";

    private static OutputTarget Leave(ref OutputFolder? folder, string name, FileStatus? old, bool isDescriptor)
    {
        var target = new OutputTarget(folder!, name, old, isDescriptor);
        folder = null;
        return target;
    }
}
