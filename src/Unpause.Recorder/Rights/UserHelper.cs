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
        using var answer = Ask(
            new(UserTask.Open, folder) { Text = path, Flags = flags | FileCalls.CloseOnExec, Mode = mode, Number = resolve });
        return Taken(answer);
    }

    /// <inheritdoc/>
    public int Reopen(int place, int flags)
    {
        using var answer = Ask(new(UserTask.Reopen, place) { Flags = flags | FileCalls.CloseOnExec });
        return Taken(answer);
    }

    /// <inheritdoc/>
    public int MakeFolder(int folder, string name) =>
        Result(new(UserTask.MakeFolder, folder) { Text = name, Mode = FileCalls.PrivateFolder });

    /// <inheritdoc/>
    public int Remove(int folder, string name, int flags) =>
        Result(new(UserTask.Remove, folder) { Text = name, Flags = flags });

    /// <inheritdoc/>
    public FileFacts? Look(int folder, string name)
    {
        var flags = name.Length == 0 ? LookItself : LookNoFollow;
        using var answer = Ask(new(UserTask.Look, folder) { Text = name, Flags = flags, Mode = LookMask });
        return answer is { Result: 0, Bytes.Length: FileFacts.StatxSize } ? new FileFacts(answer.Bytes) : null;
    }

    /// <inheritdoc/>
    public IEnumerable<string> Names(int folder)
    {
        var names = new List<string>();
        for (var first = 1; names.Count < MostNames; first = 0)
        {
            using var answer = Ask(new(UserTask.List, folder) { Flags = first });
            if (answer.Result != 0 || answer.Bytes.Length == 0 || !AddNames(answer.Bytes, names)) break;
        }

        return names;
    }

    /// <inheritdoc/>
    public long FreeBytes(int folder)
    {
        using var answer = Ask(new(UserTask.Room, folder));
        if (answer.Result != 0 || answer.Bytes.Length < StatfsBytes) return 0;
        // struct statfs of 64-bit Linux: type, block size, blocks, free blocks, blocks available to users other than root.
        var size = BinaryPrimitives.ReadInt64LittleEndian(answer.Bytes.AsSpan(8));
        var available = BinaryPrimitives.ReadInt64LittleEndian(answer.Bytes.AsSpan(32));
        return size > 0 && available > 0 ? available > long.MaxValue / size ? long.MaxValue : size * available : 0;
    }

    /// <inheritdoc/>
    public bool MayWrite(int folder) => Result(new(UserTask.MayWrite, folder)) == 0;

    /// <inheritdoc/>
    public int Connect(int socket, int place)
    {
        using var connected = new SafeFileHandle(socket, ownsHandle: false);
        return Result(new(UserTask.Connect, place) { Second = connected });
    }

    /// <summary>pread(2) of an open file.</summary>
    /// <param name="place">Offset in it.</param>
    /// <param name="bytes">Receives up to <see cref="MostMemory"/> bytes.</param>
    /// <param name="within">Time limit for the answer.</param>
    /// <returns>Number of bytes read, or a negative errno; <see cref="Silent"/> when no answer came.</returns>
    public int ReadAt(SafeFileHandle file, ulong place, Span<byte> bytes, TimeSpan within)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes.Length, MostMemory);
        var about = (int)file.DangerousGetHandle();
        using var answer = Ask(new(UserTask.ReadAt, about) { Mode = (uint)bytes.Length, Number = place, Within = within });
        GC.KeepAlive(file);
        if (answer.Result < 0) return answer.Result;
        var count = Math.Min(answer.Bytes.Length, bytes.Length);
        answer.Bytes.AsSpan(0, count).CopyTo(bytes);
        return count;
    }

    /// <summary>pwrite(2) of an open file.</summary>
    /// <inheritdoc cref="ReadAt"/>
    public int WriteAt(SafeFileHandle file, ulong place, ReadOnlySpan<byte> bytes, TimeSpan within)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes.Length, MostMemory);
        var about = (int)file.DangerousGetHandle();
        var result = Result(new(UserTask.WriteAt, about) { Payload = bytes.ToArray(), Number = place, Within = within });
        GC.KeepAlive(file);
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
            var result = helper.Result(new(UserTask.Become, -1) { Payload = numbers });
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

    private static int Taken(in Answer answer)
    {
        if (answer.Result != 0) return answer.Result;
        if (answer.File is not { } file) return -FileCalls.Enosys;
        var descriptor = (int)file.DangerousGetHandle();
        file.SetHandleAsInvalid(); // owned by the caller from here on
        return descriptor;
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

    /// <summary>Sends a task of which only the result matters.</summary>
    private int Result(in Message task)
    {
        using var answer = Ask(task);
        return answer.Result;
    }

    /// <summary>Sends a task and waits for its answer.</summary>
    private Answer Ask(in Message task)
    {
        if (task.Bytes() is not { } bytes) return new Answer(-Enametoolong);
        using var about = new SafeFileHandle(task.Folder, ownsHandle: false);
        SafeFileHandle? file = null;
        byte[] answer;
        lock (_asking)
        {
            if (_gone) return new Answer(Silent);
            try
            {
                _channel.Send(bytes, task.Folder < 0 ? null : about, task.Second);
                answer = _channel.IsReadable(task.Within ?? ToAnswer) ? _channel.Receive(out file) : [];
            }
            catch (IOException)
            {
                answer = [];
            }

            if (answer.Length < AnswerHeaderBytes)
            {
                // It is blocked, has ended, or was replaced: the next task gets another helper.
                file?.Dispose();
                Dispose();
                return new Answer(Silent);
            }
        }

        return new Answer(BinaryPrimitives.ReadInt32LittleEndian(answer)) { Bytes = answer[AnswerHeaderBytes..], File = file };
    }

    /// <summary>A task as it is sent: its numbers mean different things in different tasks (helper/helper.c).</summary>
    /// <param name="Folder">The descriptor that it is about; negative for none.</param>
    private readonly record struct Message(UserTask What, int Folder)
    {
        /// <summary>A path or name; null where there is a payload, or nothing.</summary>
        public string? Text { get; init; }

        /// <summary>Bytes in place of a text.</summary>
        public byte[]? Payload { get; init; }

        public int Flags { get; init; }

        public uint Mode { get; init; }

        public ulong Number { get; init; }

        /// <summary>A second descriptor; null for none.</summary>
        public SafeHandle? Second { get; init; }

        /// <summary>Time limit for the answer; null for the usual one.</summary>
        public TimeSpan? Within { get; init; }

        /// <summary>Header and content; null when the text is no valid path.</summary>
        public byte[]? Bytes()
        {
            var content = Payload ?? Encoding.UTF8.GetBytes(Text ?? "");
            if (Text is not null && (content.Length >= LongestPath || content.Contains((byte)0))) return null;
            var bytes = new byte[HeaderBytes + content.Length];
            BinaryPrimitives.WriteInt32LittleEndian(bytes, (int)What);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), Flags);
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(8), Mode);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(12), content.Length);
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(16), Number);
            content.CopyTo(bytes, HeaderBytes);
            return bytes;
        }
    }

    /// <summary>The answer to a task.</summary>
    /// <param name="Result">Zero or more, or a negative errno.</param>
    private readonly record struct Answer(int Result) : IDisposable
    {
        public byte[] Bytes { get; init; } = [];

        /// <summary>A file that was opened; null when there is none.</summary>
        public SafeFileHandle? File { get; init; }

        /// <summary>Closes the file, unless somebody took it.</summary>
        public void Dispose() => File?.Dispose();
    }
}
