using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// Temporary folders of recorders that were killed (SIGKILL allows no cleanup). The next recorder in the same place removes them. Each
/// folder has a file that its recorder keeps locked while it lives (flock(2)). The kernel releases the lock with the process, so a free
/// lock proves that the recorder has ended.
/// </summary>
/// <remarks>
/// Programs may outlive their recorder: a JVM that can't open its log refuses to start. So a folder stays while a live process has its name
/// in its environment, its mappings or its open files. The name is random, so nothing else can contain it.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static class StaleFolders
{
    /// <summary>The locked file. It has the prefix of files that are removed from folders of a process's user.</summary>
    public const string LockName = "unpause_lock";

    private const int RandomDigits = 20, MostRemoved = 64, MostLooked = 4_096, MostOpenFiles = 4_096;
    private const int BlockBytes = 64 * 1024, LongestName = 64;

    private static readonly string[] TextFiles = ["environ", "cmdline", "maps"];

    /// <summary>A recorder creates its folder and then the lock; a program that it starts gets its environment a moment later.</summary>
    private static readonly TimeSpan Youngest = TimeSpan.FromSeconds(10);

    /// <summary>Locks a newly created folder until the handle is closed. Null when that fails.</summary>
    /// <param name="use">The process for which it was created, if it is for one process.</param>
    public static SafeFileHandle? Lock(FolderHandle folder, ProcessView? use = null)
    {
        var file = folder.MakeFile(LockName);
        if (file is not null && use is not null) RandomAccess.Write(file, Encoding.ASCII.GetBytes(NoteOf(use)), 0);
        if (file is null || FileCalls.TryLock(file)) return file;
        file.Dispose();
        return null;
    }

    /// <summary>Whether a folder was created for a process.</summary>
    public static bool IsFor(FolderHandle folder, ProcessView process) => ReadNote(folder) == NoteOf(process);

    /// <summary>Whether a folder was created for a process that has ended.</summary>
    public static bool IsForEnded(FolderHandle folder) => ReadNote(folder)?.Split(' ') is [var number, _, var numbers] note
        && numbers == Numbers() && int.TryParse(number, CultureInfo.InvariantCulture, out var id)
        && (ProcessView.Find(id) is not { } process || NoteOf(process) != string.Join(' ', note));

    /// <summary>Takes the lock of a recorder that has ended. Null when it lives, or when the folder has no lock.</summary>
    public static SafeFileHandle? TakeLock(FolderHandle folder)
    {
        var file = folder.OpenFile(LockName, forWriting: true);
        if (file is not null && FileCalls.Look(file) is { Links: 1 } && FileCalls.TryLock(file)) return file;
        file?.Dispose();
        return null;
    }

    /// <summary>Removes the folders in <paramref name="parent"/> whose recorder was killed and that no process uses.</summary>
    /// <param name="parent">The folder that contains them.</param>
    /// <param name="prefix">Start of their names.</param>
    /// <param name="owner">Their owner: unpause's own user, or the user of a recorded process.</param>
    /// <param name="clear">Removes the content of one. Returns whether everything is gone.</param>
    public static void Remove(FolderHandle parent, string prefix, uint owner, Func<FolderHandle, bool> clear)
    {
        var found = new List<Stale>();
        try
        {
            foreach (var name in parent.Names().Where(name => IsName(name, prefix)).Take(MostLooked))
            {
                if (found.Count == MostRemoved) break;
                if (Open(parent, name, owner) is { } stale) found.Add(stale);
            }

            if (found.Count == 0) return;
            var used = NamesInUse([.. found.Select(stale => stale.Name)]);
            foreach (var stale in found.Where(stale => !used.Contains(stale.Name)))
            {
                if (clear(stale.Folder)) parent.RemoveFolder(stale.Name, stale.Folder);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Other users' entries in a world-writable folder: what is stale is removed another time.
        }
        finally
        {
            found.ForEach(stale => stale.Dispose());
        }
    }

    /// <summary>
    /// Removes the content of a folder of <see cref="RunFolder"/>. Other users may have mounted something in the one to which they add
    /// files.
    /// </summary>
    public static bool ClearRunFolder(FolderHandle folder)
    {
        // The folder of a live recording of a process of the same user: the next live recording removes it.
        if (!IsRunFolder(folder) && folder.Names().Any(name => name != LockName)) return false;
        var gone = true;
        // The lock goes last: without it, leftovers would never be removed if this process is killed too.
        foreach (var name in folder.Names().Where(name => name != LockName).ToList())
        {
            if (folder.Remove(name)) continue;
            using var inner = folder.Folder(name);
            var depth = name.StartsWith(RunFolder.DropPrefix, StringComparison.Ordinal) ? 0 : 1;
            gone &= inner is not null && inner.Clear(depth) && folder.RemoveFolder(name, inner);
        }

        if (gone) folder.Remove(LockName);
        return gone;
    }

    /// <summary>Whether a folder was created by <see cref="RunFolder"/>.</summary>
    public static bool IsRunFolder(FolderHandle folder) => folder.FactsOf(RunFolder.RecordingName) is not null;

    /// <summary>Process id, start time and the pid namespace of the id.</summary>
    private static string NoteOf(ProcessView process) =>
        string.Create(CultureInfo.InvariantCulture, $"{process.Id} {process.StartTicks} {Numbers()}");

    private static string? Numbers() => new FileInfo("/proc/self/ns/pid").LinkTarget;

    private static string? ReadNote(FolderHandle folder)
    {
        const int MostBytes = 100;
        using var file = folder.OpenFile(LockName);
        return file is not null && FirstBytes.Read(file, MostBytes) is { Length: > 0 } note ? Encoding.ASCII.GetString(note) : null;
    }

    private static bool IsName(string name, string prefix) => name.Length == prefix.Length + RandomDigits
        && name.StartsWith(prefix, StringComparison.Ordinal) && name.Skip(prefix.Length).All(char.IsAsciiHexDigitLower);

    /// <summary>A folder whose free lock this takes; null when its recorder lives or unpause did not create it.</summary>
    private static Stale? Open(FolderHandle parent, string name, uint owner)
    {
        if (parent.FactsOf(name) is not { } facts || facts.User != owner) return null;
        var folder = parent.Folder(name);
        if (folder is null) return null;
        SafeFileHandle? file = null;
        if (folder.Facts.User == owner)
        {
            file = folder.OpenFile(LockName, forWriting: true);
            if (file is null) RemoveUnlocked(parent, name, folder);
        }

        // The lock must belong to the user who creates such folders here (unpause or a helper): another user's file proves nothing.
        if (file is not null && FileCalls.Look(file) is { Links: 1 } lockFacts && lockFacts.User == parent.Maker
            && IsOld(lockFacts) && FileCalls.TryLock(file))
            return new Stale(name, folder, file);
        file?.Dispose();
        folder.Dispose();
        return null;
    }

    /// <summary>A recorder killed before it created the lock leaves an empty folder, or one nested folder.</summary>
    private static void RemoveUnlocked(FolderHandle parent, string name, FolderHandle folder)
    {
        if (!IsOld(folder.Facts) || folder.Names().Skip(1).Any()) return;
        using (var inner = folder.Folder(RunFolder.RecordingName))
        {
            if (inner is not null) folder.RemoveFolder(RunFolder.RecordingName, inner);
        }

        parent.RemoveFolder(name, folder);
    }

    private static bool IsOld(in FileFacts facts) =>
        DateTimeOffset.UtcNow.ToUnixTimeSeconds() - facts.Modified.Seconds >= Youngest.TotalSeconds;

    /// <summary>
    /// The names that a live process has in its environment, mappings or open files; all names if a process can't be inspected in time.
    /// </summary>
    private static HashSet<string> NamesInUse(IReadOnlyList<string> names)
    {
        var (found, late) = ProcessSearch.Through(process => NamesIn(process, names));
        return late.Count > 0 ? [.. names] : [.. found.SelectMany(used => used)];
    }

    private static List<string>? NamesIn(int process, IReadOnlyList<string> names)
    {
        var folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}");
        var left = names.ToDictionary(name => name, Encoding.UTF8.GetBytes, StringComparer.Ordinal);
        var block = new byte[BlockBytes];
        foreach (var file in TextFiles) FindInFile($"{folder}/{file}", left, block);
        Find(Encoding.UTF8.GetBytes(OpenFiles($"{folder}/fd")), left);
        return left.Count < names.Count ? [.. names.Where(name => !left.ContainsKey(name))] : null;
    }

    /// <summary>Removes the names that occur in a file from the dictionary.</summary>
    private static void FindInFile(string path, Dictionary<string, byte[]> names, byte[] block)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var kept = 0;
            for (long at = 0; RandomAccess.Read(file, block.AsSpan(kept), at) is var got and > 0; at += got)
            {
                var text = block.AsSpan(0, kept + got);
                Find(text, names);
                // A name may continue in the next block.
                kept = Math.Min(text.Length, LongestName);
                text[^kept..].CopyTo(block);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user, who has no files of unpause.
        }
    }

    private static void Find(ReadOnlySpan<byte> text, Dictionary<string, byte[]> names)
    {
        foreach (var (name, bytes) in names)
        {
            if (text.IndexOf(bytes) >= 0) names.Remove(name);
        }
    }

    private static string OpenFiles(string folder)
    {
        var text = new StringBuilder();
        try
        {
            foreach (var entry in Directory.EnumerateFileSystemEntries(folder).Take(MostOpenFiles))
                text.Append(new FileInfo(entry).LinkTarget).Append('\n');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user, who has no files of unpause.
        }

        return text.ToString();
    }

    private sealed record Stale(string Name, FolderHandle Folder, SafeFileHandle Lock) : IDisposable
    {
        public void Dispose()
        {
            Lock.Dispose();
            Folder.Dispose();
        }
    }
}
