using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Services.Mcp;

/// <summary>The folders that the agent may read. Every path is resolved, with all links, before it is compared.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class AllowedFolders
{
    private readonly bool _restricted;

    private AllowedFolders(IReadOnlyList<string> roots, bool restricted) => (Roots, _restricted) = (roots, restricted);

    /// <summary>The folders without links, absolute.</summary>
    public IReadOnlyList<string> Roots { get; }

    /// <summary>The folders that the user named.</summary>
    /// <param name="restricted">Whether the kernel refuses to read anything else.</param>
    /// <exception cref="IOException">One is no folder.</exception>
    public static AllowedFolders Open(IReadOnlyList<string> folders, bool restricted) => new(
        [.. folders.Select(folder => Real(Path.GetFullPath(folder)) is { } real && Directory.Exists(real)
            ? real
            : throw new IOException($"--folder {folder}: there is no such folder")).Distinct(StringComparer.Ordinal)],
        restricted);

    /// <summary>The file or folder that an argument names: absolute, or relative to one of the folders.</summary>
    /// <exception cref="ToolRefusal">It is not there, or not below a folder that the agent may read.</exception>
    public string Resolve(string path)
    {
        if (path.Length is 0 or > ServiceLimits.MostPathChars || path.Contains('\0'))
            throw new ToolRefusal(ToolRefusal.BadArgument, "a path has 1 to 4096 characters");
        var named = Roots.Select(root => Path.GetFullPath(path, root)).Distinct(StringComparer.Ordinal).ToList();
        var found = named.Select(Real).Where(real => real is not null).ToList();
        if (found.FirstOrDefault(real => IsInside(real!)) is { } allowed)
        {
            if (!_restricted && Directory.Exists(allowed)) RefuseLinksOutside(allowed);
            return allowed;
        }

        // Whether something exists elsewhere is not for the agent to learn.
        throw found.Count == 0 && named.Exists(IsInside)
            ? new ToolRefusal(ToolRefusal.NotFound, "there is no such file or folder; list_recordings lists the recordings")
            : new ToolRefusal(ToolRefusal.OutsideFolder, "it is outside the folders that unpause mcp may read (--folder)");
    }

    private bool IsInside(string path) => Roots.Any(root =>
        path == root || path.StartsWith(root.EndsWith('/') ? root : root + "/", StringComparison.Ordinal));

    /// <summary>unpause follows links to files in a folder that it is given.</summary>
    private void RefuseLinksOutside(string folder)
    {
        var options = new EnumerationOptions
            { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.None, MaxRecursionDepth = 64 };
        var links = new DirectoryInfo(folder).EnumerateFileSystemInfos("*", options).Take(ServiceLimits.MostEntries)
            .Where(entry => entry.LinkTarget is not null);
        if (links.Any(link => Real(link.FullName) is { } real && !IsInside(real)))
            throw new ToolRefusal(ToolRefusal.OutsideFolder, "a link in the folder leads outside of it; name the files instead");
    }

    /// <summary>The path without links; null when nothing is there.</summary>
    private static string? Real(string path)
    {
        var resolved = RealPath(path, 0);
        if (resolved == 0) return null;
        var text = Marshal.PtrToStringUTF8(resolved);
        Free(resolved);
        return text;
    }

    [LibraryImport("libc", EntryPoint = "realpath", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint RealPath(string path, nint resolved);

    [LibraryImport("libc", EntryPoint = "free")]
    private static partial void Free(nint memory);
}
