using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// An open folder: what is done in it is done there, whatever others make of its path meanwhile. Entries are named by one name, and neither
/// links among them nor what others have mounted over them is followed.
/// </summary>
/// <remarks>
/// Everything that unpause makes, reads or removes where others may write goes through here. In the world of an observed process it is
/// done by a helper that is the process's user (<see cref="Rights.UserHelper"/>). A process that we can't trust can only offer entries;
/// each is opened first and then looked at by its descriptor.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class FolderHandle : IDisposable
{
    private const int CurrentFolder = -100, RandomBytes = 10;
    private readonly SafeFileHandle _handle;
    private readonly IFolderCalls _calls;

    private FolderHandle(int descriptor, IFolderCalls calls) =>
        (_handle, _calls) = (new SafeFileHandle(descriptor, ownsHandle: true), calls);

    /// <summary>The descriptor, as long as this is not disposed of.</summary>
    public int Descriptor => (int)_handle.DangerousGetHandle();

    /// <summary>A path to the folder that is valid for us alone, as long as this is not disposed of. For folders of ours.</summary>
    public string Path => $"/proc/self/fd/{Descriptor}";

    /// <summary>What it is.</summary>
    public FileFacts Facts => _calls.Look(Descriptor, "") ?? throw new IOException("fstat of an open folder failed");

    /// <summary>The user that what is made in it belongs to.</summary>
    public uint Maker => _calls.User;

    /// <summary>Bytes that its file system has left; 0 where that is unknown.</summary>
    public long FreeBytes => _calls.FreeBytes(Descriptor);

    /// <summary>Whether files can be made in it.</summary>
    public bool MayWrite => _calls.MayWrite(Descriptor);

    /// <summary>Opens a folder by a path that can be trusted: our own word, or the user's. Null when there is none.</summary>
    public static FolderHandle? Open(string path) =>
        Of(FileCalls.OpenAt(CurrentFolder, path, Flags | FileCalls.CloseOnExec, 0), OwnFolderCalls.Instance);

    /// <summary>
    /// Takes hold of the root folder, or the current one, of a process, from which others are opened. Nothing in it is read or made. Null
    /// when there is none.
    /// </summary>
    /// <param name="link">The link, of /proc.</param>
    /// <param name="calls">Who opens what is in it.</param>
    public static FolderHandle? OpenPlace(string link, IFolderCalls calls) =>
        Of(FileCalls.OpenAt(CurrentFolder, link, Flags | FileCalls.PathOnly | FileCalls.CloseOnExec, 0), calls);

    /// <summary>
    /// Opens a folder of a process whose root folder is another: every link on the way is resolved below that root, as the process
    /// itself would. Null when there is none.
    /// </summary>
    /// <param name="root">The process's root folder.</param>
    /// <param name="path">An absolute path in it.</param>
    public static FolderHandle? OpenWithin(FolderHandle root, string path)
    {
        var descriptor = root._calls.Open(root.Descriptor, path, Flags, 0, FileCalls.WithinRoot);
        // A folder that may be entered and not listed.
        if (descriptor == -FileCalls.Eacces)
            descriptor = root._calls.Open(root.Descriptor, path, Flags | FileCalls.PathOnly, 0, FileCalls.WithinRoot);
        if (descriptor >= 0) return Of(descriptor, root._calls);
        return LacksWayThere(descriptor) ? Walk(root, path) : null;
    }

    /// <summary>Opens a folder in it; null when there is none, or a link, or a mount.</summary>
    public FolderHandle? Folder(string name) => Of(
        _calls.Open(Descriptor, OneName(name), Flags | FileCalls.NoFollow, 0, FileCalls.EntryAlone), _calls);

    /// <summary>The same with our own rights, and not at all where a kernel before 5.6 can't tell a mount from a folder.</summary>
    public FolderHandle? FolderOnSameMount(string name) => Of(
        FileCalls.Open(Descriptor, OneName(name), Flags | FileCalls.NoFollow | FileCalls.CloseOnExec, 0, FileCalls.EntryAlone),
        OwnFolderCalls.Instance);

    /// <summary>Makes a folder in it that is its maker's alone (0700). Null when the name is taken or it can't be made.</summary>
    public FolderHandle? MakeFolder(string name)
    {
        if (_calls.MakeFolder(Descriptor, OneName(name)) != 0) return null;
        var made = Folder(name);
        // In a folder where anyone may rename anything it may have been replaced between the two calls. An observed process may put
        // something into its own user's folder at any time, so that it need not be empty.
        if (made is { Facts: { IsPrivate: true } facts } && facts.User == _calls.User
            && (_calls != OwnFolderCalls.Instance || !made.Names().Any())) return made;
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

    /// <summary>Makes a file in it that is its maker's alone (0600). Null when the name is taken or it can't be made.</summary>
    public SafeFileHandle? MakeFile(string name)
    {
        var flags = FileCalls.ReadWrite | FileCalls.Create | FileCalls.Exclusive | FileCalls.NoFollow;
        return HandleOf(_calls.Open(Descriptor, OneName(name), flags, FileCalls.PrivateFile, FileCalls.EntryAlone));
    }

    /// <summary>Opens a regular file in it, without ever waiting. Null when there is none, or it is anything else.</summary>
    public SafeFileHandle? OpenFile(string name, bool forWriting = false)
    {
        var flags = FileCalls.PathOnly | FileCalls.NoFollow;
        return Reopen(_calls.Open(Descriptor, OneName(name), flags, 0, FileCalls.EntryAlone), _calls, forWriting);
    }

    /// <summary>
    /// A descriptor of an entry, whatever it is and a link itself, by which nothing is opened (O_PATH); null when there is none.
    /// </summary>
    public SafeFileHandle? Reference(string name) =>
        HandleOf(_calls.Open(Descriptor, OneName(name), FileCalls.PathOnly | FileCalls.NoFollow, 0, FileCalls.EntryAlone));

    /// <summary>
    /// Opens a regular file by a path below a process's root, links resolved as the process would, without ever waiting. Null when
    /// there is none, or it is anything else.
    /// </summary>
    /// <param name="root">The process's root folder.</param>
    /// <param name="path">A path in it.</param>
    public static SafeFileHandle? OpenFileWithin(FolderHandle root, string path)
    {
        var place = root._calls.Open(root.Descriptor, path, FileCalls.PathOnly, 0, FileCalls.WithinRoot);
        if (place >= 0) return Reopen(place, root._calls, forWriting: false);
        var slash = path.LastIndexOf('/');
        if (!LacksWayThere(place) || slash < 0 || slash == path.Length - 1) return null;
        using var folder = Walk(root, path[..slash]);
        return folder?.OpenFile(path[(slash + 1)..]);
    }

    /// <summary>Opens for reading the regular file that a process has open; null when it is anything else, or it may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="descriptor">The number that it has it open as.</param>
    /// <param name="calls">With whose rights it is opened.</param>
    public static SafeFileHandle? OpenFileOf(int process, int descriptor, IFolderCalls calls) =>
        OpenFileBehind(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd/{descriptor}"), calls);

    /// <summary>
    /// Opens the regular file that a link of the kernel's leads to; null when it is anything else, or it may not.
    /// </summary>
    /// <param name="link">The link, of /proc.</param>
    /// <param name="calls">With whose rights it is opened; ours when null.</param>
    /// <param name="forWriting">Whether it is written to as well.</param>
    public static SafeFileHandle? OpenFileBehind(string link, IFolderCalls? calls = null, bool forWriting = false) => Reopen(
        FileCalls.OpenAt(CurrentFolder, link, FileCalls.PathOnly | FileCalls.CloseOnExec, 0), calls ?? OwnFolderCalls.Instance, forWriting);

    /// <summary>What an entry is, links not followed; null when there is none.</summary>
    public FileFacts? FactsOf(string name) => _calls.Look(Descriptor, OneName(name));

    /// <summary>The names of all entries.</summary>
    public IEnumerable<string> Names() => _calls.Names(Descriptor);

    /// <summary>Removes a file, or a link itself. Whether it is gone.</summary>
    public bool Remove(string name) => _calls.Remove(Descriptor, OneName(name), 0) == 0;

    /// <summary>Removes an empty folder, if it still is the open one. Whether it is gone.</summary>
    public bool RemoveFolder(string name, FolderHandle held) =>
        FactsOf(name) is { } found && found.IsSameFileAs(held.Facts)
        && _calls.Remove(Descriptor, name, FileCalls.RemoveFolderFlag) == 0;

    /// <summary>Removes an empty folder, whichever has the name by now. Whether it is gone.</summary>
    public bool RemoveFolder(string name) => _calls.Remove(Descriptor, OneName(name), FileCalls.RemoveFolderFlag) == 0;

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

    /// <summary>Sets who may do what in it.</summary>
    public void SetMode(UnixFileMode mode)
    {
        if (FileCalls.SetMode(Descriptor, (uint)mode) != 0) throw new IOException("a folder's mode could not be set");
    }

    /// <summary>Connects a socket to the Unix socket that <see cref="Reference"/> gave. Whether somebody listens there.</summary>
    public bool Connect(SafeFileHandle socket, SafeFileHandle entry) =>
        _calls.Connect((int)socket.DangerousGetHandle(), (int)entry.DangerousGetHandle()) == 0;

    /// <summary>Another handle of the same folder.</summary>
    public FolderHandle Duplicate() =>
        Of(FileCalls.Duplicate(Descriptor), _calls) ?? throw new IOException("the limit of open files is reached");

    public void Dispose() => _handle.Dispose();

    private static int Flags => FileCalls.FolderOnly;

    /// <summary>The kernel can't resolve below a root.</summary>
    private static bool LacksWayThere(int result) => result is -FileCalls.Enosys or -FileCalls.Eperm;

    /// <summary>Step by step, for kernels that can't resolve below a root: no links at all then.</summary>
    private static FolderHandle? Walk(FolderHandle root, string path)
    {
        var folder = Of(root._calls.Open(root.Descriptor, ".", Flags, 0, 0), root._calls);
        foreach (var name in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            using var parent = folder;
            if (parent is null || name is "..") return null;
            folder = parent.Folder(name);
        }

        return folder;
    }

    private static SafeFileHandle? Reopen(int place, IFolderCalls calls, bool forWriting)
    {
        if (place < 0) return null;
        using var held = new SafeFileHandle(place, ownsHandle: true);
        var flags = FileCalls.NonBlocking | (forWriting ? FileCalls.ReadWrite : 0);
        return Regular(HandleOf(calls.Reopen(place, flags)));
    }

    private static SafeFileHandle? Regular(SafeFileHandle? handle)
    {
        if (handle is null || FileCalls.Look(handle) is { IsRegular: true }) return handle;
        handle.Dispose();
        return null;
    }

    private static string OneName(string name) => name.Length == 0 || name is "." or ".." || name.AsSpan().ContainsAny('/', '\0')
        ? throw new ArgumentException($"{name} is not the name of a folder entry", nameof(name))
        : name;

    private static FolderHandle? Of(int descriptor, IFolderCalls calls) => descriptor < 0 ? null : new FolderHandle(descriptor, calls);

    private static SafeFileHandle? HandleOf(int descriptor) => descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
}
