namespace Unpause.Recorder.Rights;

/// <summary>
/// A second process of unpause with a channel to it. It runs a hidden command of unpause and drops root's rights before it reads
/// anything (<see cref="ReadingProcess.Begin"/>). Dispose kills it. It also ends with this process.
/// </summary>
/// <remarks>
/// A separate thread starts the child, for two reasons. no_new_privs is set for that thread before posix_spawn, so the child has it from
/// exec on in all its threads (prctl(2): inherited through fork, clone and exec). And the parent death signal is sent when the thread that
/// created the child ends (PR_SET_PDEATHSIG(2const)): this thread lives as long as the child.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class LesserChild : IDisposable
{
    // Tells the child which descriptor is the channel, and launcher/launch.c to take rights from it (Landlock).
    internal const string Variable = "UNPAUSE_READING";

    private readonly ManualResetEventSlim _started = new();
    private readonly Thread _owner;
    private ChildProcess? _child;

    private LesserChild(SpawnRequest request, byte[] program, DescriptorChannel channel)
    {
        Channel = channel;
        _owner = new Thread(() => Own(request, program)) { IsBackground = true, Name = "owner of unpause's other process" };
        _owner.Start();
        _started.Wait();
    }

    /// <summary>This process's end of the channel. A receive returns when the child ends.</summary>
    public DescriptorChannel Channel { get; }

    /// <summary>Starts it in its own session and without this process's standard streams, so that it can't write to the terminal.</summary>
    /// <param name="arguments">Its command line, without the program (<see cref="ReadingProcess.OwnCommand"/>).</param>
    /// <param name="keptDescriptors">Descriptors that it inherits under their own numbers, besides the channel.</param>
    /// <returns>The child, or null when it could not be started.</returns>
    public static LesserChild? Start(IReadOnlyList<string> arguments, IReadOnlyList<int> keptDescriptors)
    {
        var nothing = LibC.Open("/dev/null", LibC.OReadWrite | LibC.OCloseOnExec);
        if (nothing < 0) return null;
        try
        {
            return Start(arguments, keptDescriptors, nothing);
        }
        finally
        {
            LibC.Close(nothing);
        }
    }

    /// <summary>Starts it in the foreground: it inherits the standard streams and gets the terminal's signals.</summary>
    /// <inheritdoc cref="Start(IReadOnlyList{string}, IReadOnlyList{int})"/>
    public static LesserChild? StartInForeground(IReadOnlyList<string> arguments) => Start(arguments, [], null);

    /// <summary>Waits for its end.</summary>
    /// <returns>Its exit code, or 128 + n after signal n.</returns>
    public int Wait()
    {
        _child!.Wait();
        return _child.ExitCode;
    }

    /// <summary>Kills it. The channel stays open until <see cref="Dispose"/>, because a thread may be waiting in it.</summary>
    public void Kill() => _child!.Send(LibC.SigKill);

    /// <inheritdoc/>
    public void Dispose()
    {
        Kill();
        Channel.Dispose();
    }

    private static LesserChild? Start(IReadOnlyList<string> arguments, IReadOnlyList<int> kept, int? streams)
    {
        var (ours, theirs) = DescriptorChannel.Pair();
        using (theirs)
        {
            var environment = EnvironmentBlock.Own();
            environment.Set(Variable, theirs.Descriptor.ToString(CultureInfo.InvariantCulture));
            // Its socket in /tmp would belong to root and be left behind.
            environment.Set("DOTNET_EnableDiagnostics", "0");
            KeepToOurselves();
            var command = ReadingProcess.OwnCommand;
            var request = new SpawnRequest
            {
                Arguments = [.. command.Concat(arguments).Select(Encoding.UTF8.GetBytes)],
                Environment = environment.Entries,
                // A live recording has installed handlers by now, which the capture would mistake for inherited state.
                State = streams is null ? StartState.Capture() : new StartState(),
                Input = streams,
                Output = streams,
                Error = streams,
                NewSession = streams is not null,
                Kept = [theirs.Descriptor, .. kept],
            };
            var child = new LesserChild(request, Encoding.UTF8.GetBytes(command[0]), ours);
            if (child._child is not null) return child;
            ours.Dispose();
            return null;
        }
    }

    /// <summary>The caller's open descriptors are not for the other process; it requests an input when it needs it.</summary>
    private static void KeepToOurselves()
    {
        const int firstBeyondStandard = 3;
        foreach (var entry in Directory.EnumerateFileSystemEntries("/proc/self/fd/").ToList())
        {
            if (int.TryParse(Path.GetFileName(entry), NumberStyles.None, CultureInfo.InvariantCulture, out var descriptor)
                && descriptor >= firstBeyondStandard)
            {
                LibC.Control(descriptor, RightsCalls.SetDescriptorFlags, LibC.CloseOnExecFlag);
            }
        }
    }

    private void Own(SpawnRequest request, byte[] program)
    {
        try
        {
            _child = Spawn(request, program);
        }
        finally
        {
            _started.Set();
        }

        if (_child is null) return;
        _child.Wait();
        _child.Dispose();
    }

    private static ChildProcess? Spawn(SpawnRequest request, byte[] program)
    {
        var ended = stackalloc int[2];
        if (RightsCalls.ControlProcess(RightsCalls.SetNoNewPrivileges, 1, 0, 0, 0) != 0 || LibC.Pipe(ended, LibC.OCloseOnExec) != 0)
            return null;
        if (request.Start(program, out var id) == 0) return new ChildProcess(id, ended[0], ended[1]);
        LibC.Close(ended[0]);
        LibC.Close(ended[1]);
        return null;
    }
}
