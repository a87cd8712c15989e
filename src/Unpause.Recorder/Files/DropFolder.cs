using System.Runtime.Versioning;

namespace Unpause.Recorder.Files;

/// <summary>
/// Empties a folder to which every user may add entries. An empty folder in it is removed by name. A folder with content is emptied only
/// if its owner could do that too: then it does not matter what the owner moves into it at the same time.
/// </summary>
/// <remarks>
/// Everything is done through descriptors of folders that were opened without following links or mounts (openat2, Linux 5.6), and whose
/// owner was checked through the descriptor. A user can move another user's folder here (rename(2) requires write access to both parents
/// and to the folder), but that folder keeps its owner and is not entered.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static class DropFolder
{
    private const uint Root = 0;
    private const int MostDepth = 16, MostEntries = 10_000;

    /// <summary>Removes the content. Returns the name of an entry that could not be removed; null if there is none.</summary>
    public static string? Clear(FolderHandle drop)
    {
        string? stays = null;
        var left = MostEntries;
        foreach (var name in drop.Names().ToList())
        {
            if (drop.Remove(name) || drop.RemoveFolder(name)) continue;
            using var folder = drop.FolderOnSameMount(name);
            if (folder is { Facts.User: not Root and var owner } && Empty(folder, owner, MostDepth, ref left) && drop.RemoveFolder(name))
                continue;
            stays ??= name;
        }

        return stays;
    }

    private static bool Empty(FolderHandle folder, uint owner, int depth, ref int left)
    {
        foreach (var name in folder.Names().Take(left).ToList())
        {
            left--;
            if (folder.Remove(name) || folder.RemoveFolder(name)) continue;
            if (depth == 0 || left <= 0) return false;
            using var below = folder.FolderOnSameMount(name);
            if (below is null || below.Facts.User != owner || !Empty(below, owner, depth - 1, ref left)) return false;
            if (!folder.RemoveFolder(name)) return false;
        }

        return true;
    }
}
