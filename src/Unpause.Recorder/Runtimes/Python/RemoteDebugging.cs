using System.Buffers.Binary;
using System.Text;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// Makes a CPython process execute a script like sys.remote_exec (PEP 768): it writes to the process's memory and executes nothing.
/// </summary>
/// <remarks>
/// Protocol: docs.python.org/3.14/howto/remote_debugging.html; send_exec_to_proc_handle in Python/remote_debugging.c of CPython 3.14.
/// All data of the process are untrusted. No linked list of the process is followed, so there is no endless loop. Only private writable
/// mappings are written to, so nothing reaches a file or another process.
/// </remarks>
internal static class RemoteDebugging
{
    /// <summary>How much memory is searched for CPython's table of offsets.</summary>
    public const long MostSearched = 64L << 20;

    /// <summary>Maximum length of a script path; CPython 3.14 has space for 511 bytes (MAX_SCRIPT_PATH_SIZE).</summary>
    public const int MostPath = 4096;

    // Two messages of a helper (UserHelper.MostMemory).
    private const int Piece = 56 << 10, Word = sizeof(ulong);

    // The interpreter's state, the largest of these structures, has less than 1 MB in 3.14.
    private const ulong MostOffset = 64 << 20;
    private const ulong LastAddress = long.MaxValue;

    // Words of debugger_support, and of the table's start.
    private const int EvalBreaker = 0, Support = 1, Enabled = 2, PendingCall = 3, ScriptPath = 4, ScriptPathSize = 5;
    private const int VersionWord = 1;

    // PY_VERSION_HEX: the level is 0xf in a release (Include/patchlevel.h).
    private const ulong Release = 0xf0;

    // _PY_EVAL_PLEASE_STOP_BIT of Include/internal/pycore_ceval.h, 3.14 and 3.15.
    private const byte PleaseStop = 1 << 5;

    private static ReadOnlySpan<byte> Cookie => "xdebugpy"u8;

    /// <summary>Whether the process could be made to execute a script. Only reads.</summary>
    public static RemoteDebuggingResult Look(IProcessMemory memory) => Try(() => Find(memory).Result);

    /// <summary>Makes the process's main thread execute a script; of two pending scripts it executes the later one.</summary>
    /// <param name="script">The script's path, as the process sees it.</param>
    public static RemoteDebuggingResult Ask(IProcessMemory memory, string script)
    {
        var path = Encoding.UTF8.GetBytes(script + '\0');
        return path.AsSpan(0, path.Length - 1).Contains((byte)0) || path.Length is 1 or > MostPath
            ? Failed("the script's path can't be passed to it")
            : Try(() =>
            {
                var found = Find(memory);
                return found.Result.Outcome == RemoteDebuggingOutcome.Done ? Write(memory, found, path) : found.Result;
            });
    }

    private static RemoteDebuggingResult Try(Func<RemoteDebuggingResult> attempt)
    {
        try
        {
            return attempt();
        }
        catch (TimeoutException e)
        {
            return new RemoteDebuggingResult(RemoteDebuggingOutcome.Silent, Reason: e.Message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Failed("its memory can't be read or written (it may have ended or executed another program)");
        }
    }

    /// <summary>In CPython's own order: the path, the pending call, and last the bit that the thread checks.</summary>
    private static RemoteDebuggingResult Write(IProcessMemory memory, Found found, byte[] path)
    {
        if (found.PathSize <= (ulong)(path.Length - 1)) return Failed("the script's path is too long for it", found.Result.Version);
        var breaker = new byte[1];
        Span<byte> pending = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(pending, 1);
        if (!found.Memory.Has(found.Path, (ulong)path.Length)) return Strange(found.Result.Version, "script path");
        memory.Write(found.Path, path);
        memory.Write(found.Pending, pending);
        // All event bits are in the lowest byte. CPython writes the whole word, and may so revert a change of its instrumentation version,
        // which is in the other bytes.
        if (!IsRead(memory, found.Breaker, breaker)) return Strange(found.Result.Version, "eval breaker");
        breaker[0] |= PleaseStop;
        memory.Write(found.Breaker, breaker);
        return found.Result;
    }

    private static Found Find(IProcessMemory memory)
    {
        var writable = memory.Map();
        var left = MostSearched;
        var piece = new byte[Piece];
        RemoteDebuggingResult? other = null;
        foreach (var (start, end) in writable.OfFiles)
        {
            for (var at = start; at < end && left > 0;)
            {
                var wanted = (int)Math.Min((ulong)Piece, end - at);
                left -= wanted;
                var read = Read(memory, at, piece.AsSpan(0, wanted));
                for (var offset = 0; offset + Word <= read; offset += Word)
                {
                    if (!piece.AsSpan(offset, Word).SequenceEqual(Cookie)) continue;
                    var found = FromTable(memory, writable, at + (ulong)offset);
                    if (found.Result.Outcome is RemoteDebuggingOutcome.Done or RemoteDebuggingOutcome.TurnedOff) return found;
                    other ??= found.Result;
                    // The bytes may be there by chance, and a malicious process may contain any number of them.
                    left -= Piece;
                    if (left <= 0) break;
                }

                at += (ulong)wanted;
            }
        }

        return new Found(other ?? new RemoteDebuggingResult(RemoteDebuggingOutcome.NotFound), writable);
    }

    /// <summary>Follows the table to the addresses to write, with CPython's checks and checks of the addresses.</summary>
    private static Found FromTable(IProcessMemory memory, WritableMemory writable, ulong table)
    {
        Found Refused(RemoteDebuggingResult result) => new(result, writable);
        if (At(memory, writable, table, VersionWord * Word) is not { } hex) return Refused(Strange(null, "table of offsets"));
        var version = new Version((int)(hex >> 24 & 0xff), (int)(hex >> 16 & 0xff));
        var layout = hex >> 32 == 0 && (hex & Release) == Release && version.Major == 3
            ? RemoteDebuggingLayout.All.FirstOrDefault(layout => layout.Minor == version.Minor)
            : null;
        if (layout is null) return Refused(new RemoteDebuggingResult(RemoteDebuggingOutcome.OtherVersion, version));
        var words = new byte[layout.Words * Word];
        if (!writable.Has(table, (ulong)words.Length) || !IsRead(memory, table, words))
            return Refused(Strange(version, "table of offsets"));

        ulong Offset(int word) => BinaryPrimitives.ReadUInt64LittleEndian(words.AsSpan(word * Word));
        ulong DebuggerOffset(int word) => Offset(layout.Debugger + word);
        var offsets = (ulong[])[Offset(layout.InterpretersHead), Offset(layout.ThreadsMain), DebuggerOffset(EvalBreaker),
            DebuggerOffset(Support), DebuggerOffset(Enabled),
            DebuggerOffset(PendingCall), DebuggerOffset(ScriptPath), DebuggerOffset(ScriptPathSize)];
        if (offsets.Any(offset => offset > MostOffset)) return Refused(Strange(version, "table of offsets"));
        if (At(memory, writable, table, Offset(layout.InterpretersHead)) is not { } interpreter || !IsAligned(interpreter))
            return Refused(Strange(version, "interpreter"));
        var enabled = new byte[sizeof(int)];
        if (!writable.Has(interpreter + DebuggerOffset(Enabled), sizeof(int))
            || !IsRead(memory, interpreter + DebuggerOffset(Enabled), enabled))
            return Refused(Strange(version, "interpreter"));
        if (BinaryPrimitives.ReadInt32LittleEndian(enabled) != 1)
            return Refused(new RemoteDebuggingResult(RemoteDebuggingOutcome.TurnedOff, version));
        if (At(memory, writable, interpreter, Offset(layout.ThreadsMain)) is not { } thread || !IsAligned(thread))
            return Refused(Strange(version, "main thread"));

        // A thread's address is within its mappings, so adding three offsets does not overflow.
        var (support, breaker) = (thread + DebuggerOffset(Support), thread + DebuggerOffset(EvalBreaker));
        return writable.Has(thread, Word) && writable.Has(breaker, Word) && IsAligned(breaker)
            && writable.Has(support + DebuggerOffset(PendingCall), sizeof(int))
                && writable.Has(support + DebuggerOffset(ScriptPath), DebuggerOffset(ScriptPathSize))
            ? new Found(new RemoteDebuggingResult(RemoteDebuggingOutcome.Done, version), writable)
            {
                Path = support + DebuggerOffset(ScriptPath),
                PathSize = DebuggerOffset(ScriptPathSize),
                Pending = support + DebuggerOffset(PendingCall),
                Breaker = breaker,
            }
            : Refused(Strange(version, "main thread"));
    }

    /// <summary>A word of the process's memory; null where it can't be read.</summary>
    private static ulong? At(IProcessMemory memory, WritableMemory writable, ulong start, ulong offset)
    {
        var word = new byte[Word];
        return writable.Has(start, 1) && writable.Has(start + offset, Word) && IsRead(memory, start + offset, word)
            ? BinaryPrimitives.ReadUInt64LittleEndian(word)
            : null;
    }

    private static bool IsAligned(ulong address) => address % Word == 0 && address is not 0 and < LastAddress;

    private static bool IsRead(IProcessMemory memory, ulong address, Span<byte> bytes) => Read(memory, address, bytes) == bytes.Length;

    private static int Read(IProcessMemory memory, ulong address, Span<byte> bytes)
    {
        try
        {
            return memory.Read(address, bytes);
        }
        catch (IOException)
        {
            return 0; // EIO: the page is no longer mapped
        }
    }

    private static RemoteDebuggingResult Failed(string reason, Version? version = null) =>
        new(RemoteDebuggingOutcome.Failed, version, reason);

    private static RemoteDebuggingResult Strange(Version? version, string what) =>
        Failed($"its memory does not contain CPython's {what}", version);

    private sealed record Found(RemoteDebuggingResult Result, WritableMemory Memory)
    {
        public ulong Path { get; init; }

        public ulong PathSize { get; init; }

        public ulong Pending { get; init; }

        public ulong Breaker { get; init; }
    }
}

/// <summary>The operations on a process's memory that <see cref="RemoteDebugging"/> needs.</summary>
internal interface IProcessMemory
{
    /// <summary>Reads the process's memory map.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    WritableMemory Map();

    /// <summary>Reads memory.</summary>
    /// <returns>Number of bytes read; fewer than requested if the next page is not mapped.</returns>
    /// <exception cref="IOException">The page is no longer mapped.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    int Read(ulong address, Span<byte> bytes);

    /// <summary>Writes memory.</summary>
    /// <exception cref="IOException">Part of it can't be written.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    void Write(ulong address, ReadOnlySpan<byte> bytes);
}

/// <summary>
/// Positions of the required fields of _Py_DebugOffsets in one version of CPython, in words of 8 bytes from its start. Word 0 is the
/// cookie, 1 is PY_VERSION_HEX, 2 is whether the build is free-threaded: such a build has the same words with other values.
/// </summary>
/// <remarks>
/// Source: Include/internal/pycore_debug_offsets.h of CPython 3.14 and 3.15. The struct is the same in all releases of one minor
/// version, which ensure_debug_offset_compatibility in Python/remote_debugging.c relies on; before the first release it may change.
/// </remarks>
/// <param name="Minor">The version: 3.Minor.</param>
/// <param name="InterpretersHead">runtime_state.interpreters_head.</param>
/// <param name="ThreadsMain">interpreter_state.threads_main.</param>
/// <param name="Debugger">debugger_support, six words: eval_breaker is the first.</param>
internal sealed record RemoteDebuggingLayout(int Minor, int InterpretersHead, int ThreadsMain, int Debugger)
{
    private const int DebuggerWords = 6;

    /// <summary>The supported versions.</summary>
    public static IReadOnlyList<RemoteDebuggingLayout> All { get; } =
    [
        new(Minor: 14, InterpretersHead: 5, ThreadsMain: 10, Debugger: 89),
        new(Minor: 15, InterpretersHead: 5, ThreadsMain: 10, Debugger: 105),
    ];

    /// <summary>Length of the part of the table that is read, in words.</summary>
    public int Words => Debugger + DebuggerWords;
}
