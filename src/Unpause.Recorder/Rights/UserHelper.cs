using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Rights;

/// <summary>
/// A process of unpause with the user of an observed process. For root it does what has to be done in that process's file system and
/// memory, and sends opened files as descriptors. It has no capabilities and can't get any, so whatever the observed process prepared is
/// accessed with that user's own rights only. Its program is helper/helper.c.
/// </summary>
/// <remarks>
/// It is started from memory and ends with its socket. One helper per user and groups is kept while this process lives. It knows nothing of
/// any process, because each task includes its folder. It does not enter namespaces: paths are resolved below the
/// descriptor of the process's root directory (openat2, RESOLVE_IN_ROOT), which leads to the same files.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class UserHelper : IFolderCalls, IDisposable
{
    private const int HeaderBytes = 24, AnswerHeaderBytes = 8, MostGroups = 8000, MostNames = 100_000, LongestPath = 4096;
    private const int Enametoolong = 36, LookNoFollow = 0x100, LookItself = 0x1000, StatfsBytes = 120;

    /// <summary>ETIMEDOUT: the helper did not answer and is abandoned.</summary>
    internal const int Silent = -110;

    /// <summary>Bytes of a process's memory in one message: whole pages of 4 kB.</summary>
    internal const int MostMemory = 28 << 10;

    // Basic statistics of statx(2), and the creation time.
    private const uint LookMask = 0xFFF;

    // Entries of getdents64(2): inode, offset, then the entry's length and type, and its name.
    private const int EntryLengthAt = 16, EntryNameAt = 19;

    /// <summary>A file system that does not answer, as the user may choose one, costs this time and the helper.</summary>
    private static readonly TimeSpan ToAnswer = TimeSpan.FromSeconds(5);

    private static readonly Lock Starting = new();
    private static readonly Dictionary<string, UserHelper> Known = new(StringComparer.Ordinal);

    private readonly Lock _asking = new();
    private readonly DescriptorChannel _channel;
    private readonly ChildProcess _process;
    private volatile bool _gone;

    private UserHelper(DescriptorChannel channel, ChildProcess process, uint user) => (_channel, _process, User) = (channel, process, user);

    /// <inheritdoc/>
    public uint User { get; }

    /// <summary>
    /// A separate helper for a process's memory, which the caller disposes: if the memory does not answer, no other task waits.
    /// </summary>
    /// <exception cref="IOException">No helper is possible; the reason.</exception>
    public static UserHelper ForMemory(ProcessView process) => Start(process.UserId, process.GroupId, process.Groups);

    /// <summary>
    /// Operations in a process's file system: by a helper if unpause is root, otherwise by unpause, which has no more rights.
    /// </summary>
    /// <exception cref="IOException">No helper is possible; the reason.</exception>
    public static IFolderCalls For(ProcessView process) =>
        FileCalls.OwnUser() != 0 ? OwnFolderCalls.Instance : For(process.UserId, process.GroupId, process.Groups);

    /// <summary>The helper of a user.</summary>
    /// <exception cref="IOException">No helper is possible; the reason.</exception>
    internal static UserHelper For(uint user, uint group, uint[] groups)
    {
        var key = $"{user}:{group}:{string.Join(',', groups)}";
        lock (Starting)
        {
            if (Known.TryGetValue(key, out var known) && !known._gone) return known;
            var started = Start(user, group, groups);
            Known[key] = started;
            return started;
        }
    }

    /// <inheritdoc/>
    public int Open(int folder, string path, int flags, uint mode, ulong resolve)
    {
        var result = Ask(UserTask.Open, folder, path, flags | FileCalls.CloseOnExec, mode, resolve, out _, out var file);
        return Taken(result, file);
    }

    /// <inheritdoc/>
    public int Reopen(int place, int flags)
    {
        var result = Ask(UserTask.Reopen, place, "", flags | FileCalls.CloseOnExec, 0, 0, out _, out var file);
        return Taken(result, file);
    }

    /// <inheritdoc/>
    public int MakeFolder(int folder, string name) => Ask(UserTask.MakeFolder, folder, name, 0, FileCalls.PrivateFolder);

    /// <inheritdoc/>
    public int Remove(int folder, string name, int flags) => Ask(UserTask.Remove, folder, name, flags, 0);

    /// <inheritdoc/>
    public FileFacts? Look(int folder, string name)
    {
        var flags = name.Length == 0 ? LookItself : LookNoFollow;
        var result = Ask(UserTask.Look, folder, name, flags, LookMask, 0, out var bytes, out var file);
        file?.Dispose();
        return result == 0 && bytes.Length == FileFacts.StatxSize ? new FileFacts(bytes) : null;
    }

    /// <inheritdoc/>
    public IEnumerable<string> Names(int folder)
    {
        var names = new List<string>();
        for (var first = 1; names.Count < MostNames; first = 0)
        {
            var result = Ask(UserTask.List, folder, "", first, 0, 0, out var entries, out var file);
            file?.Dispose();
            if (result != 0 || entries.Length == 0 || !AddNames(entries, names)) break;
        }

        return names;
    }

    /// <inheritdoc/>
    public long FreeBytes(int folder)
    {
        var result = Ask(UserTask.Room, folder, "", 0, 0, 0, out var bytes, out var file);
        file?.Dispose();
        if (result != 0 || bytes.Length < StatfsBytes) return 0;
        // struct statfs of 64-bit Linux: type, block size, blocks, free blocks, blocks available to users other than root.
        var size = BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(8));
        var available = BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(32));
        return size > 0 && available > 0 ? available > long.MaxValue / size ? long.MaxValue : size * available : 0;
    }

    /// <inheritdoc/>
    public bool MayWrite(int folder) => Ask(UserTask.MayWrite, folder, "", 0, 0) == 0;

    /// <inheritdoc/>
    public int Connect(int socket, int place)
    {
        using var connected = new SafeFileHandle(socket, ownsHandle: false);
        var result = Ask(UserTask.Connect, place, "", 0, 0, 0, out _, out var file, connected);
        file?.Dispose();
        return result;
    }

    /// <summary>pread(2) of an open file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="place">Offset in it.</param>
    /// <param name="bytes">Receives up to <see cref="MostMemory"/> bytes.</param>
    /// <param name="within">Time limit for the answer.</param>
    /// <returns>Number of bytes read, or a negative errno; <see cref="Silent"/> when no answer came.</returns>
    public int ReadAt(SafeFileHandle file, ulong place, Span<byte> bytes, TimeSpan within)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes.Length, MostMemory);
        var about = (int)file.DangerousGetHandle();
        var result = Ask(UserTask.ReadAt, about, [], 0, (uint)bytes.Length, place, out var read, out var none, null, within);
        GC.KeepAlive(file);
        none?.Dispose();
        if (result < 0) return result;
        var count = Math.Min(read.Length, bytes.Length);
        read.AsSpan(0, count).CopyTo(bytes);
        return count;
    }

    /// <summary>pwrite(2) of an open file.</summary>
    /// <inheritdoc cref="ReadAt"/>
    public int WriteAt(SafeFileHandle file, ulong place, ReadOnlySpan<byte> bytes, TimeSpan within)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes.Length, MostMemory);
        var about = (int)file.DangerousGetHandle();
        var result = Ask(UserTask.WriteAt, about, bytes.ToArray(), 0, 0, place, out _, out var none, null, within);
        GC.KeepAlive(file);
        none?.Dispose();
        return result;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _gone = true;
        _channel.Dispose();
        // Without waiting for its end: it may be blocked in a file system that answers nobody.
        _process.Send(LibC.SigKill);
        _process.Dispose();
    }

    private static UserHelper Start(uint user, uint group, uint[] groups)
    {
        if (groups.Length > MostGroups) throw new IOException($"user {user} has more than {MostGroups} groups");
        var (ours, theirs) = DescriptorChannel.Pair();
        ChildProcess? process = null;
        try
        {
            using (theirs) process = HelperProgram.Start(theirs);
            var helper = new UserHelper(ours, process, user);
            var numbers = new byte[sizeof(uint) * (3 + groups.Length)];
            ReadOnlySpan<uint> all = [user, group, (uint)groups.Length, .. groups];
            MemoryMarshal.AsBytes(all).CopyTo(numbers);
            var result = helper.Ask(UserTask.Become, -1, numbers, 0, 0, 0, out _, out var file, null);
            file?.Dispose();
            if (result == 0) return helper;
            helper.Dispose();
            throw new IOException($"unpause can't act as user {user}: {Marshal.GetPInvokeErrorMessage(-result)}");
        }
        catch when (process is null)
        {
            ours.Dispose();
            throw;
        }
    }

    private static int Taken(int result, SafeFileHandle? file)
    {
        using (file)
        {
            if (result != 0) return result;
            if (file is null) return -FileCalls.Enosys;
            var descriptor = (int)file.DangerousGetHandle();
            file.SetHandleAsInvalid(); // owned by the caller from here on
            return descriptor;
        }
    }

    private static bool AddNames(ReadOnlySpan<byte> entries, List<string> names)
    {
        while (entries.Length > EntryNameAt)
        {
            int length = BinaryPrimitives.ReadUInt16LittleEndian(entries[EntryLengthAt..]);
            if (length <= EntryNameAt || length > entries.Length) return false;
            var name = entries[EntryNameAt..length];
            var end = name.IndexOf((byte)0);
            var text = Encoding.UTF8.GetString(end < 0 ? name : name[..end]);
            if (text.Length > 0 && text is not ("." or "..") && !text.Contains('/', StringComparison.Ordinal)) names.Add(text);
            entries = entries[length..];
        }

        return true;
    }

    private int Ask(UserTask what, int folder, string text, int flags, uint mode)
    {
        var result = Ask(what, folder, text, flags, mode, 0, out _, out var file);
        file?.Dispose();
        return result;
    }

    private int Ask(
        UserTask what, int folder, string text, int flags, uint mode, ulong resolve, out byte[] bytes, out SafeFileHandle? file,
        SafeHandle? second = null)
    {
        var name = Encoding.UTF8.GetBytes(text);
        if (name.Length < LongestPath && !name.Contains((byte)0))
            return Ask(what, folder, name, flags, mode, resolve, out bytes, out file, second);
        (bytes, file) = ([], null);
        return -Enametoolong;
    }

    /// <summary>Sends a task and waits for its answer: zero, or a negative errno.</summary>
    private int Ask(
        UserTask what, int folder, byte[] text, int flags, uint mode, ulong resolve, out byte[] bytes, out SafeFileHandle? file,
        SafeHandle? second, TimeSpan? within = null)
    {
        (bytes, file) = ([], null);
        var task = new byte[HeaderBytes + text.Length];
        BinaryPrimitives.WriteInt32LittleEndian(task, (int)what);
        BinaryPrimitives.WriteInt32LittleEndian(task.AsSpan(4), flags);
        BinaryPrimitives.WriteUInt32LittleEndian(task.AsSpan(8), mode);
        BinaryPrimitives.WriteInt32LittleEndian(task.AsSpan(12), text.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(task.AsSpan(16), resolve);
        text.CopyTo(task, HeaderBytes);
        using var about = new SafeFileHandle(folder, ownsHandle: false);
        byte[] answer;
        lock (_asking)
        {
            if (_gone) return Silent;
            try
            {
                _channel.Send(task, folder < 0 ? null : about, second);
                answer = _channel.IsReadable(within ?? ToAnswer) ? _channel.Receive(out file) : [];
            }
            catch (IOException)
            {
                answer = [];
            }

            if (answer.Length < AnswerHeaderBytes)
            {
                // It is blocked, has ended, or was replaced: the next task gets another helper.
                file?.Dispose();
                file = null;
                Dispose();
                return Silent;
            }
        }

        bytes = answer[AnswerHeaderBytes..];
        return BinaryPrimitives.ReadInt32LittleEndian(answer);
    }
}
