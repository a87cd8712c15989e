using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// Collects files from the folder in which processes of other users put theirs. Its entries belong to those users, so only copies are read:
/// of regular files with a single link and a name that a runtime uses.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class DroppedFiles
{
    private const int MostFiles = 4_096, LongestName = 100;
    private const long MostBytes = 1L << 30;

    /// <summary>Copies the files into a folder of unpause. Returns one sentence for files that were left out.</summary>
    /// <param name="isOurs">Whether a name is one that the runtime uses.</param>
    /// <param name="what">A file of it: <c>garbage snapshot file</c>.</param>
    /// <param name="movesOwn">Whether files of our own user are moved, which may be of any size.</param>
    public static IEnumerable<string> Take(
        FolderHandle drop, FolderHandle target, Func<string, bool> isOurs, string what, bool movesOwn = false)
    {
        var (files, bytes, left) = (0, 0L, 0);
        foreach (var name in drop.Names().ToList())
        {
            if (!IsPlain(name) || !isOurs(name)) continue;
            using var file = drop.OpenFile(name);
            if (file is null || FileCalls.Look(file) is not { Links: 1, Size: var size, User: var owner }) continue;
            if (movesOwn && owner == FileCalls.OwnUser() && drop.Move(name, target, name)) continue;
            if (++files > MostFiles || size > MostBytes - bytes || !Copy(file, size, target, name)) left++;
            else bytes += size;
        }

        if (left == 0) yield break;
        yield return $"{Quantities.Count(left, what)} {(left == 1 ? "is" : "are")} left out: too many, or too large.";
    }

    private static bool IsPlain(string name) => name.Length <= LongestName
        && name.All(character => char.IsAsciiLetterLower(character) || char.IsAsciiDigit(character) || character is '-' or '.');

    /// <summary>Copies the size that the file had when it was checked: its owner may still write to it.</summary>
    private static bool Copy(SafeFileHandle source, long size, FolderHandle target, string name)
    {
        using var copy = target.MakeFile(name);
        if (copy is null) return false;
        var block = new byte[64 * 1024];
        for (long at = 0; at < size;)
        {
            var got = RandomAccess.Read(source, block.AsSpan(0, (int)Math.Min(block.Length, size - at)), at);
            if (got == 0) break;
            RandomAccess.Write(copy, block.AsSpan(0, got), at);
            at += got;
        }

        return true;
    }
}
