using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// An open folder. Operations refer to this folder even if others change its path. Entries are given by a single name; neither links nor
/// mounts are followed.
/// </summary>
/// <remarks>
/// Everything that unpause creates, reads or removes in folders where others may write goes through this class. In the file system of an
/// observed process, a helper with that process's user does it (<see cref="Rights.UserHelper"/>). An untrusted process can only offer
/// entries; each is opened first and then checked through its descriptor.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class FolderHandle : IDisposable
{
    private const int CurrentFolder = -100, RandomBytes = 10;
    private readonly SafeFileHandle _handle;
    private readonly IFolderCalls _calls;

    private FolderHandle(int descriptor, IFolderCalls calls) =>
        (_handle, _calls) = (new SafeFileHandle(descriptor, ownsHandle: true), calls);

    /// <summary>The descriptor, valid until this is disposed.</summary>
    public int Descriptor => (int)_handle.DangerousGetHandle();

    /// <summary>A path to the folder that is valid in this process until this is disposed. For unpause's own folders.</summary>
    public string Path => $"/proc/self/fd/{Descriptor}";

    /// <summary>Owner, mode and identity of the folder.</summary>
    public FileFacts Facts => _calls.Look(Descriptor, "") ?? throw new IOException("fstat of an open folder failed");

    /// <summary>The user who owns what is created in it.</summary>
    public uint Maker => _calls.User;

    /// <summary>Free bytes of its file system; 0 if unknown.</summary>
    public long FreeBytes => _calls.FreeBytes(Descriptor);

    /// <summary>Whether files can be created in it.</summary>
    public bool MayWrite => _calls.MayWrite(Descriptor);

    /// <summary>Opens a folder by a trusted path: unpause's own, or the user's. Null when there is none.</summary>
    public static FolderHandle? Open(string path) =>
        Wrap(FileCalls.OpenAt(CurrentFolder, path, Flags | FileCalls.CloseOnExec, 0), OwnFolderCalls.Instance);

    /// <summary>
    /// Opens the root or working directory of a process, as the start for opening others. Nothing in it is read or created. Null when there
    /// is none.
    /// </summary>
    /// <param name="link">The link in /proc.</param>
    /// <param name="calls">Opens the entries in it.</param>
    public static FolderHandle? OpenPlace(string link, IFolderCalls calls) =>
        Wrap(FileCalls.OpenAt(CurrentFolder, link, Flags | FileCalls.PathOnly | FileCalls.CloseOnExec, 0), calls);

    /// <summary>
    /// Opens a folder of a process with another root: every link on the path is resolved below that root, as the process itself would do.
    /// Null when there is none.
    /// </summary>
    /// <param name="root">The process's root directory.</param>
    /// <param name="path">An absolute path in it.</param>
    public static FolderHandle? OpenWithin(FolderHandle root, string path)
    {
        var descriptor = root._calls.Open(root.Descriptor, path, Flags, 0, FileCalls.WithinRoot);
        // A folder with permission to enter but not to list.
        if (descriptor == -FileCalls.Eacces)
            descriptor = root._calls.Open(root.Descriptor, path, Flags | FileCalls.PathOnly, 0, FileCalls.WithinRoot);
        if (descriptor >= 0) return Wrap(descriptor, root._calls);
        return LacksWayThere(descriptor) ? Walk(root, path) : null;
    }

    /// <summary>Opens a subfolder; null when there is none, or it is a link or a mount.</summary>
    public FolderHandle? Folder(string name) => Wrap(
        _calls.Open(Descriptor, OneName(name), Flags | FileCalls.NoFollow, 0, FileCalls.EntryAlone), _calls);

    /// <summary>The same with unpause's own rights. Null before Linux 5.6, which can't distinguish a mount from a folder.</summary>
    public FolderHandle? FolderOnSameMount(string name) => Wrap(
        FileCalls.Open(Descriptor, OneName(name), Flags | FileCalls.NoFollow | FileCalls.CloseOnExec, 0, FileCalls.EntryAlone),
        OwnFolderCalls.Instance);

    /// <summary>Creates a private subfolder (0700). Null when the name is taken or it can't be created.</summary>
    public FolderHandle? MakeFolder(string name)
    {
        if (_calls.MakeFolder(Descriptor, OneName(name)) != 0) return null;
        var made = Folder(name);
        // In a folder where anyone may rename entries, it may have been replaced between the two calls. An observed process can add to
        // a folder of its own user at any time, so the new folder need not be empty.
        if (made is { Facts: { IsPrivate: true } facts } && facts.User == _calls.User
            && (_calls != OwnFolderCalls.Instance || !made.Names().Any())) return made;
        made?.Dispose();
        return null;
    }

    /// <summary>Creates a subfolder with an unpredictable name. Null when it can't be created.</summary>
    /// <param name="prefix">Start of its name.</param>
    public FolderHandle? MakeFolder(string prefix, out string name) => MakeFolder(name = RandomName(prefix));

    /// <summary>An unpredictable name.</summary>
    public static string RandomName(string prefix) =>
        prefix + KernelRandom.HexDigits(RandomBytes);

    /// <summary>Creates a private file (0600). Null when the name is taken or it can't be created.</summary>
    public SafeFileHandle? MakeFile(string name)
    {
        var flags = FileCalls.ReadWrite | FileCalls.Create | FileCalls.Exclusive | FileCalls.NoFollow;
        return HandleOf(_calls.Open(Descriptor, OneName(name), flags, FileCalls.PrivateFile, FileCalls.EntryAlone));
    }

    /// <summary>Opens a regular file without blocking. Null when there is none, or it is of another kind.</summary>
    public SafeFileHandle? OpenFile(string name, bool forWriting = false)
    {
        var flags = FileCalls.PathOnly | FileCalls.NoFollow;
        return Reopen(_calls.Open(Descriptor, OneName(name), flags, 0, FileCalls.EntryAlone), _calls, forWriting);
    }

    /// <summary>
    /// A descriptor (O_PATH) of an entry of any kind, links not followed, which opens nothing; null when there is none.
    /// </summary>
    public SafeFileHandle? Reference(string name) =>
        HandleOf(_calls.Open(Descriptor, OneName(name), FileCalls.PathOnly | FileCalls.NoFollow, 0, FileCalls.EntryAlone));

    /// <summary>
    /// Opens a regular file by a path below a process's root without blocking. Links are resolved as the process would. Null when
    /// there is none, or it is of another kind.
    /// </summary>
    /// <param name="root">The process's root directory.</param>
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

    /// <summary>Opens for reading a regular file that a process has open; null when it is of another kind, or access is denied.</summary>
    /// <param name="descriptor">The process's descriptor number.</param>
    /// <param name="calls">Whose rights are used.</param>
    public static SafeFileHandle? OpenFileOf(int process, int descriptor, IFolderCalls calls) =>
        OpenFileBehind(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd/{descriptor}"), calls);

    /// <summary>
    /// Opens the regular file behind a link in /proc; null when it is of another kind, or access is denied.
    /// </summary>
    /// <param name="calls">Whose rights are used; unpause's own when null.</param>
    /// <param name="forWriting">Whether to open it for writing too.</param>
    public static SafeFileHandle? OpenFileBehind(string link, IFolderCalls? calls = null, bool forWriting = false) => Reopen(
        FileCalls.OpenAt(CurrentFolder, link, FileCalls.PathOnly | FileCalls.CloseOnExec, 0), calls ?? OwnFolderCalls.Instance, forWriting);

    /// <summary>Facts about an entry, links not followed; null when there is none.</summary>
    public FileFacts? FactsOf(string name) => _calls.Look(Descriptor, OneName(name));

    public IEnumerable<string> Names() => _calls.Names(Descriptor);

    /// <summary>Removes a file, or a link itself. Returns whether it is gone.</summary>
    public bool Remove(string name) => _calls.Remove(Descriptor, OneName(name), 0) == 0;

    /// <summary>Removes an empty folder if it is still the open one. Returns whether it is gone.</summary>
    public bool RemoveFolder(string name, FolderHandle held) =>
        FactsOf(name) is { } found && found.IsSameFileAs(held.Facts)
        && _calls.Remove(Descriptor, name, FileCalls.RemoveFolderFlag) == 0;

    /// <summary>Removes an empty folder, whichever has the name now. Returns whether it is gone.</summary>
    public bool RemoveFolder(string name) => _calls.Remove(Descriptor, OneName(name), FileCalls.RemoveFolderFlag) == 0;

    /// <summary>
    /// Removes the content: folders to a limited depth, and nothing behind a link. Only for folders in which nobody else can mount.
    /// Returns whether everything is gone.
    /// </summary>
    /// <param name="depth">Maximum depth.</param>
    /// <param name="except">Name of an entry to keep; null for none.</param>
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

    /// <summary>Moves a file to another folder of the same file system if its name is free there. Returns whether it was moved.</summary>
    public bool Move(string name, FolderHandle to, string newName) =>
        FileCalls.RenameAt(Descriptor, OneName(name), to.Descriptor, OneName(newName), FileCalls.NoReplace) == 0;

    public void SetMode(UnixFileMode mode)
    {
        if (FileCalls.SetMode(Descriptor, (uint)mode) != 0) throw new IOException("a folder's mode could not be set");
    }

    /// <summary>Connects a socket to the Unix socket of <see cref="Reference"/>. Returns whether a process listens there.</summary>
    public bool Connect(SafeFileHandle socket, SafeFileHandle entry) =>
        _calls.Connect((int)socket.DangerousGetHandle(), (int)entry.DangerousGetHandle()) == 0;

    /// <summary>Another handle for the same folder.</summary>
    public FolderHandle Duplicate() =>
        Wrap(FileCalls.Duplicate(Descriptor), _calls) ?? throw new IOException("the limit of open files is reached");

    public void Dispose() => _handle.Dispose();

    private static int Flags => FileCalls.FolderOnly;

    /// <summary>The kernel does not support resolving below a root (openat2).</summary>
    private static bool LacksWayThere(int result) => result is -FileCalls.Enosys or -FileCalls.Eperm;

    /// <summary>Component by component, for kernels without openat2: no links are followed.</summary>
    private static FolderHandle? Walk(FolderHandle root, string path)
    {
        var folder = Wrap(root._calls.Open(root.Descriptor, ".", Flags, 0, 0), root._calls);
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

    private static FolderHandle? Wrap(int descriptor, IFolderCalls calls) => descriptor < 0 ? null : new FolderHandle(descriptor, calls);

    private static SafeFileHandle? HandleOf(int descriptor) => descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);
}
