using System.Runtime.Versioning;

namespace Unpause.Recorder.Sampling;

/// <summary>A perf process in its own session, because the terminal's signals are for the program.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class PerfChild : IDisposable
{
    private const int EndsLate = 10_000;
    private readonly ChildProcess _child;

    private PerfChild(ChildProcess child) => _child = child;

    /// <summary>The exit code. Valid after <see cref="Ended"/> returned true or <see cref="End"/> was called.</summary>
    public int ExitCode => _child.ExitCode;

    /// <summary>Starts it; null when it can't be started.</summary>
    public static PerfChild? Start(SpawnRequest request, byte[] file)
    {
        var ends = stackalloc int[2];
        if (LibC.Pipe(ends, LibC.OCloseOnExec) != 0) return null;
        if (request.Start(file, out var process) == 0) return new PerfChild(new ChildProcess(process, ends[0], ends[1]));
        LibC.Close(ends[0]);
        LibC.Close(ends[1]);
        return null;
    }

    /// <summary>Whether it has ended within a time.</summary>
    public bool Ended(int milliseconds)
    {
        var entry = new LibC.PollEntry { Descriptor = _child.EndedDescriptor, Events = LibC.PollIn };
        LibC.Poll(&entry, 1, milliseconds);
        if (entry.Returned == 0) return false;
        _child.Wait();
        return true;
    }

    /// <summary>Ends it like Ctrl-C. Returns whether it ended by itself instead of being killed.</summary>
    public bool End()
    {
        _child.Send(LibC.SigInt);
        if (Ended(EndsLate)) return true;
        Kill();
        return false;
    }

    /// <summary>Ends it at once.</summary>
    public void Kill()
    {
        _child.Send(LibC.SigKill);
        _child.Wait();
    }

    public void Dispose()
    {
        if (!Ended(0)) Kill();
        _child.Dispose();
    }
}
