namespace Unpause.Recorder.Posix;

/// <summary>A program to start with posix_spawn: arguments, environment, descriptors and signal state.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class SpawnRequest
{
    private const short SetDefaultSignals = 4, SetSignalMask = 8, SetSession = 0x80;

    // Larger than posix_spawnattr_t (336) and posix_spawn_file_actions_t (80) of glibc and musl on every 64-bit Linux.
    private const int OpaqueStructSize = 1024;

    /// <summary>argv; the first is the program's name as typed.</summary>
    public required IReadOnlyList<byte[]> Arguments { get; init; }

    /// <summary>NAME=value entries.</summary>
    public required IReadOnlyList<byte[]> Environment { get; init; }

    /// <summary>Signals and limits that the program starts with.</summary>
    public required StartState State { get; init; }

    /// <summary>Descriptors that become the program's 0, 1 and 2; with null it inherits unpause's.</summary>
    public int? Input { get; init; }

    /// <inheritdoc cref="Input"/>
    public int? Output { get; init; }

    /// <inheritdoc cref="Input"/>
    public int? Error { get; init; }

    /// <summary>Further descriptors that the program inherits under their own numbers.</summary>
    public IReadOnlyList<int> Kept { get; init; } = [];

    /// <summary>Whether it starts in its own session, which the terminal's signals do not reach.</summary>
    public bool NewSession { get; init; }

    /// <summary>Starts the file <paramref name="path"/>. Returns 0 and the process id, or an errno.</summary>
    public int Start(byte[] path, out int process)
    {
        var attributes = NativeMemory.AllocZeroed(OpaqueStructSize);
        var actions = NativeMemory.AllocZeroed(OpaqueStructSize);
        using var arguments = new NativeStrings(Arguments);
        using var environment = new NativeStrings(Environment);
        using var file = new NativeStrings([path]);
        try
        {
            LibC.InitializeAttributes(attributes);
            LibC.InitializeActions(actions);
            Describe(attributes, actions);
            return StartUnderOldLimits(file.Pointer[0], actions, attributes, arguments.Pointer, environment.Pointer, out process);
        }
        finally
        {
            LibC.DestroyActions(actions);
            LibC.DestroyAttributes(attributes);
            NativeMemory.Free(actions);
            NativeMemory.Free(attributes);
        }
    }

    private void Describe(void* attributes, void* actions)
    {
        var set = stackalloc ulong[16]; // sigset_t has space for 1024 signals
        new Span<ulong>(set, 16).Clear();
        set[0] = State.SignalsToReset;
        LibC.SetDefaultSignals(attributes, set);
        set[0] = State.BlockedSignals;
        LibC.SetSignalMask(attributes, set);
        LibC.SetSpawnFlags(attributes, (short)(SetDefaultSignals | SetSignalMask | (NewSession ? SetSession : 0)));
        if (Input is { } input) LibC.AddDuplicate(actions, input, 0);
        if (Output is { } output) LibC.AddDuplicate(actions, output, 1);
        if (Error is { } error) LibC.AddDuplicate(actions, error, 2);
        foreach (var kept in Kept) LibC.AddDuplicate(actions, kept, kept); // clears close-on-exec
    }

    private int StartUnderOldLimits(
        byte* path, void* actions, void* attributes, byte** arguments, byte** environment, out int process)
    {
        var raised = State.OpenFilesLimit is null ? null : StartState.Limit(LibC.LimitOpenFiles);
        if (raised is { } current) SetOpenFiles(current with { Soft = State.OpenFilesLimit!.Value });
        int id;
        var error = LibC.Spawn(&id, path, actions, attributes, arguments, environment);
        if (raised is { } before) SetOpenFiles(before);
        process = error == 0 ? id : 0;
        return error;
    }

    private static void SetOpenFiles(LibC.ResourceLimit limit) => LibC.SetLimit(LibC.LimitOpenFiles, &limit);
}

/// <summary>A null-terminated array of null-terminated byte strings in native memory, as execve requires it.</summary>
internal sealed unsafe class NativeStrings : IDisposable
{
    private readonly int _count;

    public NativeStrings(IReadOnlyList<byte[]> strings)
    {
        _count = strings.Count;
        Pointer = (byte**)NativeMemory.AllocZeroed((nuint)_count + 1, (nuint)sizeof(byte*));
        for (var i = 0; i < _count; i++)
        {
            Pointer[i] = (byte*)NativeMemory.Alloc((nuint)strings[i].Length + 1);
            strings[i].CopyTo(new Span<byte>(Pointer[i], strings[i].Length));
            Pointer[i][strings[i].Length] = 0;
        }
    }

    public byte** Pointer { get; private set; }

    public void Dispose()
    {
        if (Pointer == null) return;
        for (var i = 0; i < _count; i++) NativeMemory.Free(Pointer[i]);
        NativeMemory.Free(Pointer);
        Pointer = null;
    }
}
