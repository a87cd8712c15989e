namespace Unpause.Recorder.Runtimes.Node;

/// <summary>The inspector of a process while it is recorded: opened with SIGUSR1 if it was not open.</summary>
/// <param name="process">The process.</param>
/// <param name="listener">Its socket.</param>
/// <param name="isOurs">Whether unpause opened it.</param>
[SupportedOSPlatform("linux")]
internal sealed class InspectorPort(ProcessView process, TcpSocket listener, bool isOurs)
{
    private const int LookMilliseconds = 20;
    private static readonly TimeSpan ToOpen = TimeSpan.FromSeconds(10), ToClose = TimeSpan.FromSeconds(5);

    /// <summary>Its socket.</summary>
    public TcpSocket Listener => listener;

    /// <summary>Whether unpause opened it, and closes it.</summary>
    public bool IsOurs => isOurs;

    /// <summary>Finds the open inspector of a process, or makes the process open it.</summary>
    /// <exception cref="ObstacleException">It can't be opened, or did not open.</exception>
    public static InspectorPort Open(ProcessView process)
    {
        using var handle = ProcessHandle.Open(process.Id);
        // Read again when the handle keeps the id: a signal that the process no longer handles would end it.
        if (handle is null || !process.IsAlive() || ProcessView.Find(process.Id) is not { } now || !process.IsUnchanged())
            throw new ObstacleException($"process {process.Id} has just ended, or changed its user");
        var (options, version) = (NodeLive.OptionsOf(now), NodeVersion.Of($"/proc/{now.Id}/exe"));
        var address = InspectorAddress.Of(options);
        if (NodeLive.Obstacle(now, version, options, address, out var isOpen) is { } obstacle) throw new ObstacleException(obstacle);
        var before = TcpSocket.Listeners();
        if (isOpen)
        {
            var open = before.Find(socket => socket.Local.Port == address.Port && socket.IsOf(now));
            return new InspectorPort(now, open, isOurs: false);
        }

        if (!handle.Send(LibC.SigUsr1)) throw new ObstacleException($"process {process.Id} can't be sent a signal");
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < ToOpen)
        {
            if (handle.HasEnded(LookMilliseconds)) throw new ObstacleException($"process {process.Id} ended");
            // A program can change the port while it runs (process.debugPort).
            var opened = TcpSocket.Listeners().Except(before).Where(socket => socket.IsOf(now)).ToList();
            if (opened.Find(socket => socket.Local.Port == address.Port) is { Inode: > 0 } expected)
                return new InspectorPort(now, expected, isOurs: true);
            if (opened is [var other]) return new InspectorPort(now, other, isOurs: true);
        }

        throw new ObstacleException(new Obstacle(
            $"process {process.Id} did not open its inspector within {ToOpen.TotalSeconds:0} s: its main thread is blocked, or the program "
                + "handles SIGUSR1 itself",
            $"it may still open it later, until it ends: ss -ltnp | grep pid={process.Id}"));
    }

    /// <summary>Waits until it is closed; null, or that it is not.</summary>
    public string? WaitUntilClosed()
    {
        if (!isOurs) return null;
        var started = Stopwatch.GetTimestamp();
        while (process.IsAlive() && TcpSocket.Listeners().Contains(listener))
        {
            if (Stopwatch.GetElapsedTime(started) > ToClose) return StillOpen;
            Thread.Sleep(LookMilliseconds);
        }

        return null;
    }

    /// <summary>What is said where it stays open.</summary>
    private string StillOpen =>
        $"Its inspector is still open at {listener.Local}: process {process.Id} closes it when its main thread runs again.";
}
