using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Finds the runtime's version in the path of one of its files: <c>…/Microsoft.NETCore.App/10.0.12/libcoreclr.so</c>.</summary>
internal static class RuntimeVersionPath
{
    private const string Folder = "Microsoft.NETCore.App";

    /// <summary>The version; null when the path has none.</summary>
    /// <param name="utf16">The path.</param>
    public static string? Find(ReadOnlySpan<byte> utf16)
    {
        var path = MemoryMarshal.Cast<byte, char>(utf16);
        var at = path.LastIndexOf(Folder);
        if (at < 0) return null;
        var rest = path[(at + Folder.Length)..].TrimStart("/\\");
        var end = rest.IndexOfAny('/', '\\');
        if (end <= 0 || end > Limits.VersionChars || !char.IsAsciiDigit(rest[0])) return null;
        foreach (var c in rest[..end])
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('.' or '-')) return null;
        }

        return rest[..end].ToString();
    }
}
