using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Files;

/// <summary>Whether a path leads where it led before, whatever other users do: runtimes open their files by paths.</summary>
[SupportedOSPlatform("linux")]
public static class TrustedPath
{
    private const uint Root = 0;

    /// <summary>
    /// Folders that are the system's on every machine. In a user namespace that lacks the machine's root they seem to be the user's
    /// whose number stands for all that it lacks.
    /// </summary>
    private static readonly string[] OfSystem = ["/", "/tmp", "/var", "/var/tmp"];

    private static readonly uint? Nobody = UserForUnknown();

    /// <summary>
    /// Whether nobody but root and ourselves can make the path of a folder lead elsewhere: each folder on the way is root's or ours, and
    /// others can't replace what is in it. Links on the way are resolved first, and have to be in such folders too.
    /// </summary>
    public static bool Is(string folder)
    {
        for (var part = System.IO.Path.GetFullPath(folder); part is not null; part = System.IO.Path.GetDirectoryName(part))
        {
            using var held = FolderHandle.Open(part);
            if (held is not { Facts: var facts } || facts.OthersCanReplaceEntries) return false;
            if (!IsOurs(facts.User) && !(facts.User == Nobody && OfSystem.Contains(part, StringComparer.Ordinal))) return false;
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

    /// <summary>Null where root is the machine's, so that no other number stands for it.</summary>
    private static uint? UserForUnknown()
    {
        const int MostDigits = 16;
        var map = Encoding.ASCII.GetString(UnlockedFile.Read("/proc/self/uid_map", 256) ?? []);
        if (map.Split(' ', StringSplitOptions.RemoveEmptyEntries) is ["0", "0", ..]) return null;
        var text = Encoding.ASCII.GetString(UnlockedFile.Read("/proc/sys/kernel/overflowuid", MostDigits) ?? []);
        return uint.TryParse(text, CultureInfo.InvariantCulture, out var user) ? user : null;
    }
}
