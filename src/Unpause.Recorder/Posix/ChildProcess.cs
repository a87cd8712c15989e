namespace Unpause.Recorder.Posix;

/// <summary>The running program. A thread waits for its end, so that the caller can read its stderr meanwhile.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ChildProcess : IDisposable
{
    private readonly Lock _reaping = new();
    private readonly Thread _waiter;
    private readonly int _endedWrite;
    private bool _reaped;
    private int _status;

    /// <summary>Takes over the child <paramref name="id"/> and waits for its end from now on.</summary>
    /// <param name="endedRead">A pipe's read end, which becomes readable when the program has ended. Closed by Dispose.</param>
    /// <param name="endedWrite">The pipe's write end.</param>
    public ChildProcess(int id, int endedRead, int endedWrite)
    {
        Id = id;
        EndedDescriptor = endedRead;
        _endedWrite = endedWrite;
        _waiter = new Thread(WaitToTheEnd) { IsBackground = true, Name = "wait for the program" };
        _waiter.Start();
    }

    public int Id { get; }

    public int EndedDescriptor { get; }

    /// <summary>The exit code, or 128 + n after signal n. Valid after <see cref="Wait"/>.</summary>
    public int ExitCode => Signal is { } signal ? 128 + signal : _status >> 8 & 0xFF;

    /// <summary>The signal that ended the program, or null. Valid after <see cref="Wait"/>.</summary>
    public int? Signal => (_status & 0x7F) is var signal and not 0 ? signal : null;

    /// <summary>The <see cref="Stopwatch"/> timestamp of the program's end. Valid after <see cref="Wait"/>.</summary>
    public long EndedTimestamp { get; private set; }

    public void Wait() => _waiter.Join();

    /// <summary>Sends a signal, unless the program has ended: its id might belong to another process then.</summary>
    public void Send(int signal)
    {
        lock (_reaping)
        {
            if (!_reaped) LibC.Kill(Id, signal);
        }
    }

    public void Dispose() => LibC.Close(EndedDescriptor);

    private void WaitToTheEnd()
    {
        var information = stackalloc byte[128]; // siginfo_t
        while (!_reaped)
        {
            var result = LibC.WaitId(LibC.IdTypePid, Id, information, LibC.WaitExited | LibC.WaitStopped | LibC.WaitNoWait);
            if (result != 0 && Marshal.GetLastPInvokeError() == LibC.Eintr) continue;
            if (Reap() is { } stopSignal) StopWithIt(stopSignal);
        }

        LibC.Close(_endedWrite);
    }

    /// <summary>Reaps a pending change of state. Returns the signal when the program was stopped, otherwise null.</summary>
    private int? Reap()
    {
        lock (_reaping)
        {
            int status;
            var changed = LibC.WaitPid(Id, &status, LibC.WaitNoHang | LibC.WaitUntraced);
            if (changed == Id && (status & 0xFF) == 0x7F) return status >> 8 & 0xFF;
            if (changed == 0) return null;
            EndedTimestamp = Stopwatch.GetTimestamp();
            _reaped = true;
            _status = changed == Id ? status : 0;
            return null;
        }
    }

    /// <summary>
    /// A program that suspends itself at a terminal (Ctrl-Z in less) expects the shell to take over, but the shell watches unpause. So
    /// unpause stops too, and the shell's `fg` continues the whole process group.
    /// </summary>
    private static void StopWithIt(int signal)
    {
        if (signal is LibC.SigTstp or LibC.SigTtin or LibC.SigTtou && ControllingTerminal.Exists)
            LibC.Kill(Environment.ProcessId, LibC.SigStop);
    }
}
