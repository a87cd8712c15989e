using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// A folder that is held open: what is done in it is done there, whatever others make of its path meanwhile. Entries are named by one
/// name, links among them are never followed.
/// </summary>
/// <remarks>
/// Everything that unpause makes, reads or removes where others may write goes through here. A process that we can't trust can only
/// offer entries; each is opened first and looked at by its descriptor then.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class FolderHandle : IDisposable
{
    private const int CurrentFolder = -100, RandomBytes = 10;
    private readonly SafeFileHandle _handle;

    private FolderHandle(int descriptor) => _handle = new SafeFileHandle(descriptor, ownsHandle: true);

    /// <summary>The descriptor, as long as this is not disposed of.</summary>
    public int Descriptor => (int)_handle.DangerousGetHandle();

    /// <summary>A path to the folder that holds for us alone, as long as this is not disposed of.</summary>
    public string Path => $"/proc/self/fd/{Descriptor}";

    /// <summary>What it is.</summary>
    public FileFacts Facts => FileCalls.Look(Descriptor, "") ?? throw new IOException("a folder that is open can't be looked at");

    /// <summary>Opens a folder by a path that can be trusted: our own word, or the user's. Null when there is none.</summary>
    public static FolderHandle? Open(string path) => Of(FileCalls.OpenAt(CurrentFolder, path, Flags, 0));

    /// <summary>
    /// Opens a folder of a process whose root folder is another: every link on the way is resolved below that root, as the process
    /// itself would. Null when there is none.
    /// </summary>
    /// <param name="root">The process's root folder.</param>
    /// <param name="path">An absolute path in it.</param>
    public static FolderHandle? OpenWithin(FolderHandle root, string path)
    {
        var descriptor = FileCalls.OpenWithinRoot(root.Descriptor, path, Flags);
        if (descriptor >= 0) return Of(descriptor);
        return Marshal.GetLastPInvokeError() is FileCalls.Enosys or FileCalls.Eperm ? Walk(root, path) : null;
    }

    /// <summary>Opens a folder in it; null when there is none, or a link.</summary>
    public FolderHandle? Folder(string name) => Of(FileCalls.OpenAt(Descriptor, OneName(name), Flags | FileCalls.NoFollow, 0));

    /// <summary>Opens a folder in it; null when there is none, or a link, or when something is mounted there.</summary>
    public FolderHandle? FolderOnSameMount(string name) => Of(FileCalls.OpenOnSameMount(Descriptor, OneName(name), Flags));

    /// <summary>Makes a folder in it that is ours alone (0700). Null when the name is taken or it can't be made.</summary>
    public FolderHandle? MakeFolder(string name)
    {
        if (FileCalls.MakeFolderAt(Descriptor, OneName(name), FileCalls.PrivateFolder) != 0) return null;
        var made = Folder(name);
        // In a folder where anyone may rename anything it may have been replaced between the two calls.
        if (made is { Facts: { IsPrivate: true } facts } && facts.User == FileCalls.OwnUser() && !made.Names().Any()) return made;
        made?.Dispose();
        return null;
    }

    /// <summary>Makes a folder with a name that nobody can know beforehand. Null when it can't be made.</summary>
    /// <param name="prefix">What its name begins with.</param>
    /// <param name="name">Its name.</param>
    public FolderHandle? MakeFolder(string prefix, out string name) => MakeFolder(name = RandomName(prefix));

    /// <summary>A name that nobody can know beforehand.</summary>
    public static string RandomName(string prefix) =>
        prefix + Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(RandomBytes));

    /// <summary>Makes a file in it that is ours alone (0600). Null when the name is taken or it can't be made.</summary>
    public SafeFileHandle? MakeFile(string name)
    {
        var flags = FileCalls.ReadWrite | FileCalls.Create | FileCalls.Exclusive | FileCalls.NoFollow | FileCalls.CloseOnExec;
        return HandleOf(FileCalls.OpenAt(Descriptor, OneName(name), flags, FileCalls.PrivateFile));
    }

    /// <summary>Opens a regular file in it, without ever waiting. Null when there is none, or it is anything else.</summary>
    public SafeFileHandle? OpenFile(string name, bool forWriting = false)
    {
        // Looked at first: opening some devices does something. And then again: it may be another one by now.
        if (FactsOf(name) is not { IsRegular: true }) return null;
        var flags = ReadingFlags | FileCalls.NoFollow | (forWriting ? FileCalls.ReadWrite : 0);
        return Regular(HandleOf(FileCalls.OpenAt(Descriptor, name, flags, 0)));
    }

    /// <summary>
    /// Opens a regular file by a path below a process's root, links resolved as the process would, without ever waiting. Null when
    /// there is none, or it is anything else.
    /// </summary>
    /// <param name="root">The process's root folder.</param>
    /// <param name="path">A path in it.</param>
    public static SafeFileHandle? OpenFileWithin(FolderHandle root, string path)
    {
        var descriptor = FileCalls.OpenWithinRoot(root.Descriptor, path, FileCalls.PathOnly | FileCalls.CloseOnExec);
        if (descriptor >= 0)
        {
            // Held, not opened: opening some devices does something, and opening a pipe waits.
            using var held = new SafeFileHandle(descriptor, ownsHandle: true);
            return FileCalls.Look(descriptor, "") is { IsRegular: true }
                ? HandleOf(FileCalls.OpenAt(CurrentFolder, $"/proc/self/fd/{descriptor}", ReadingFlags, 0))
                : null;
        }

        var slash = path.LastIndexOf('/');
        if (Marshal.GetLastPInvokeError() is not (FileCalls.Enosys or FileCalls.Eperm) || slash < 0 || slash == path.Length - 1)
            return null;
        using var folder = Walk(root, path[..slash]);
        return folder?.OpenFile(path[(slash + 1)..]);
    }

    /// <summary>Opens for reading the regular file that a process has open; null when it is anything else, or we may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="descriptor">The number that it has it open as.</param>
    public static SafeFileHandle? OpenFileOf(int process, int descriptor) =>
        OpenFileBehind(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd/{descriptor}"));

    /// <summary>
    /// Opens for reading the regular file that a link of the kernel's leads to; null when it is anything else, or we may not.
    /// </summary>
    /// <param name="link">The link, of /proc.</param>
    public static SafeFileHandle? OpenFileBehind(string link)
    {
        var found = FileCalls.OpenAt(CurrentFolder, link, FileCalls.PathOnly | FileCalls.CloseOnExec, 0);
        if (found < 0) return null;
        using var held = new SafeFileHandle(found, ownsHandle: true);
        return FileCalls.Look(found, "") is { IsRegular: true }
            ? HandleOf(FileCalls.OpenAt(CurrentFolder, $"/proc/self/fd/{found}", ReadingFlags, 0))
            : null;
    }

    /// <summary>What an entry is, links not followed; null when there is none.</summary>
    public FileFacts? FactsOf(string name) => FileCalls.Look(Descriptor, OneName(name));

    /// <summary>The names of all entries.</summary>
    public IEnumerable<string> Names() =>
        Directory.EnumerateFileSystemEntries($"{Path}/").Select(entry => System.IO.Path.GetFileName(entry));

    /// <summary>Removes a file, or a link itself. Whether it is gone.</summary>
    public bool Remove(string name) => FileCalls.RemoveAt(Descriptor, OneName(name), 0) == 0;

    /// <summary>Removes an empty folder, if it still is the one that is held open. Whether it is gone.</summary>
    public bool RemoveFolder(string name, FolderHandle held) =>
        FactsOf(name) is { } found && found.IsSameFileAs(held.Facts)
        && FileCalls.RemoveAt(Descriptor, name, FileCalls.RemoveFolderFlag) == 0;

    /// <summary>Removes an empty folder, whichever has the name by now. Whether it is gone.</summary>
    public bool RemoveFolder(string name) => FileCalls.RemoveAt(Descriptor, OneName(name), FileCalls.RemoveFolderFlag) == 0;

    /// <summary>
    /// Removes what is in it; folders only so deep, and nothing behind a link. Only for folders into which nobody else can mount.
    /// Whether all is gone.
    /// </summary>
    /// <param name="depth">How deep.</param>
    /// <param name="except">The name of an entry that stays; null for none.</param>
    public bool Clear(int depth = 2, string? except = null)
    {
        var gone = true;
        foreach (var name in Names().ToList())
        {
            if (name == except) continue;
            if (Remove(name)) continue;
            using var folder = depth > 0 ? Folder(name) : null;
            gone &= folder is not null && folder.Clear(depth - 1) && RemoveFolder(name, folder);
        }

        return gone;
    }

    /// <summary>Moves a file into another folder of the same file system, where its name must be free. Whether it was.</summary>
    public bool Move(string name, FolderHandle to, string newName) =>
        FileCalls.RenameAt(Descriptor, OneName(name), to.Descriptor, OneName(newName), FileCalls.NoReplace) == 0;

    /// <summary>Gives the folder to a user and a group, which needs to be root. Whether it is theirs.</summary>
    public bool Give(uint user, uint group) => FileCalls.Give(Descriptor, user, group) == 0;

    /// <summary>Sets who may do what in it.</summary>
    public void SetMode(UnixFileMode mode)
    {
        if (FileCalls.SetMode(Descriptor, (uint)mode) != 0) throw new IOException("a folder's mode could not be set");
    }

    public void Dispose() => _handle.Dispose();

    private static int Flags => FileCalls.FolderOnly | FileCalls.CloseOnExec;

    private static int ReadingFlags => FileCalls.NonBlocking | FileCalls.CloseOnExec;

    /// <summary>Step by step, for kernels that can't resolve below a root: no links at all then.</summary>
    private static FolderHandle? Walk(FolderHandle root, string path)
    {
        var folder = Of(FileCalls.OpenAt(root.Descriptor, ".", Flags, 0));
        foreach (var name in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            using var parent = folder;
            if (parent is null || name is "..") return null;
            folder = parent.Folder(name);
        }

        return folder;
    }

    private static SafeFileHandle? Regular(SafeFileHandle? handle)
    {
        if (handle is null || FileCalls.Look(handle) is { IsRegular: true }) return handle;
        handle.Dispose();
        return null;
    }

    private static string OneName(string name) => name.Length == 0 || name is "." or ".." || name.AsSpan().ContainsAny('/', '\0')
        ? throw new ArgumentException($"{name} is no name of an entry", nameof(name))
        : name;

    private static FolderHandle? Of(int descriptor) => descriptor < 0 ? null : new FolderHandle(descriptor);

    private static SafeFileHandle? HandleOf(int descriptor) => descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
}
