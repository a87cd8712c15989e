using System.Runtime.Versioning;

namespace Unpause.Recorder.Files;

/// <summary>Whether a path leads where it led before, whatever other users do: runtimes open their files by paths.</summary>
[SupportedOSPlatform("linux")]
internal static class TrustedPath
{
    private const uint Root = 0;

    /// <summary>
    /// Whether nobody but root and ourselves can make the path of a folder lead elsewhere: each folder on the way is root's or ours, and
    /// others can't replace what is in it. Links on the way are resolved first, and have to be in such folders too.
    /// </summary>
    public static bool Is(string folder)
    {
        for (var part = System.IO.Path.GetFullPath(folder); part is not null; part = System.IO.Path.GetDirectoryName(part))
        {
            using var held = FolderHandle.Open(part);
            if (held is not { Facts: var facts } || !IsOurs(facts.User) || facts.OthersCanReplaceEntries) return false;
            if (new DirectoryInfo(part).LinkTarget is not { } target) continue;
            var above = System.IO.Path.GetDirectoryName(part)!;
            // The link itself must not be a stranger's, also where he can't replace ours.
            using var parent = FolderHandle.Open(above);
            if (parent?.FactsOf(System.IO.Path.GetFileName(part)) is not { } link || !IsOurs(link.User)) return false;
            if (!Is(System.IO.Path.GetFullPath(target, above))) return false;
        }

        return true;
    }

    private static bool IsOurs(uint user) => user == Root || user == FileCalls.OwnUser();
}
