namespace Unpause.Recorder.Files;

/// <summary>Whether other users can't redirect a path. Runtimes open their files by path.</summary>
[SupportedOSPlatform("linux")]
public static class TrustedPath
{
    private const uint Root = 0;

    /// <summary>
    /// Folders that belong to the system on every machine. In a user namespace without the machine's root they appear to belong to the
    /// overflow user, whose id stands for all unmapped users.
    /// </summary>
    private static readonly string[] OfSystem = ["/", "/tmp", "/var", "/var/tmp"];

    private static readonly uint? Nobody = UserForUnknown();

    /// <summary>
    /// Whether only root and unpause's user can redirect the path of a folder: each folder on the path belongs to one of them, and others
    /// can't replace its entries. Links on the path are resolved first and must be in such folders too.
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
            // The link itself must not belong to another user, even in a folder where that user can't replace unpause's entries.
            using var parent = FolderHandle.Open(above);
            if (parent?.FactsOf(System.IO.Path.GetFileName(part)) is not { } link || !IsOurs(link.User)) return false;
            if (!Is(System.IO.Path.GetFullPath(target, above))) return false;
        }

        return true;
    }

    private static bool IsOurs(uint user) => user == Root || user == FileCalls.OwnUser();

    /// <summary>Null if root is the machine's, so that no user id stands for unmapped users.</summary>
    private static uint? UserForUnknown()
    {
        const int MostDigits = 16;
        var map = Encoding.ASCII.GetString(UnlockedFile.Read("/proc/self/uid_map", 256) ?? []);
        if (map.Split(' ', StringSplitOptions.RemoveEmptyEntries) is ["0", "0", ..]) return null;
        var text = Encoding.ASCII.GetString(UnlockedFile.Read("/proc/sys/kernel/overflowuid", MostDigits) ?? []);
        return uint.TryParse(text, CultureInfo.InvariantCulture, out var user) ? user : null;
    }
}
