namespace Unpause.Cli;

/// <summary>
/// The name that a path leads to, and what stands there. Links are followed where only we and root can have put them; elsewhere a link is
/// itself what stands there, and goes when new content takes its name.
/// </summary>
internal sealed class OutputTarget : IDisposable
{
    private const int MostLinks = 40;

    private OutputTarget(OutputFolder folder, string name, FileStatus? old, bool isDescriptor) =>
        (Folder, Name, Old, IsDescriptor) = (folder, name, old, isDescriptor);

    /// <summary>The folder that has the name.</summary>
    public OutputFolder Folder { get; }

    /// <summary>The name in it.</summary>
    public string Name { get; }

    /// <summary>What stands there; null for nothing.</summary>
    public FileStatus? Old { get; }

    /// <summary>Whether it is a link of /proc to an open file: the one who opened it wants that file and no new one.</summary>
    public bool IsDescriptor { get; }

    /// <summary>Its path, for us only.</summary>
    public string Path => Folder.PathOf(Name);

    /// <summary>Its path as the user knows it.</summary>
    public string Shown => System.IO.Path.Combine(Folder.Shown, Name);

    /// <summary>Follows the path and leaves everything as it is.</summary>
    /// <exception cref="IOException">It leads nowhere.</exception>
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
                if (folder.IsOfKernel) return Leave(ref from, name, FileStatus.Of(folder.PathOf(name)), true);
                if (!folder.IsOurs) return Leave(ref from, name, found, false);
                var next = new FileInfo(folder.PathOf(name)).LinkTarget ?? throw new IOException("the link went away");
                (path, shown) = (folder.PathOf(next), System.IO.Path.Combine(folder.Shown, next));
            }
        }
        finally
        {
            from?.Dispose();
        }

        throw new IOException("links lead in a circle");
    }

    /// <summary>Looks whether what stands there, a file, may be written to.</summary>
    public void RequireWritable() => PlainOpen.ToWrite(Path, Shown, waits: false, IsDescriptor).Dispose();

    /// <summary>Opens what stands there, which must be no link, to write to it as it is.</summary>
    /// <param name="waits">Whether a pipe's reader is waited for.</param>
    public FileStream OpenOld(bool waits)
    {
        var handle = PlainOpen.ToWrite(Path, Shown, waits, IsDescriptor);
        try
        {
            return FileStatus.Of(handle) is { } opened && IsSafe(opened)
                ? new FileStream(handle, FileAccess.Write, 0)
                : throw new IOException("something else has taken its place");
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Folder.Dispose();

    /// <summary>Whether what was opened is what was found; a stranger may have given it another name of a file of ours.</summary>
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
