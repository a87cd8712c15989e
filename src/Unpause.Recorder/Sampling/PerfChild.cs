using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Sampling;

/// <summary>A perf that we started, in a session of its own: signals of the terminal are for the program.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class PerfChild : IDisposable
{
    private const int EndsLate = 10_000;
    private readonly ChildProcess _child;

    private PerfChild(ChildProcess child) => _child = child;

    /// <summary>The exit code. Valid after <see cref="Ended"/> was true or <see cref="End"/> was called.</summary>
    public int ExitCode => _child.ExitCode;

    /// <summary>Starts it; null when it can't be started.</summary>
    /// <param name="request">What to start.</param>
    /// <param name="file">Its file.</param>
    public static PerfChild? Start(SpawnRequest request, byte[] file)
    {
        var ends = stackalloc int[2];
        if (LibC.Pipe(ends, LibC.OCloseOnExec) != 0) return null;
        if (request.Start(file, out var process) == 0) return new PerfChild(new ChildProcess(process, ends[0], ends[1]));
        LibC.Close(ends[0]);
        LibC.Close(ends[1]);
        return null;
    }

    /// <summary>Whether it has ended, waited for so long.</summary>
    /// <param name="milliseconds">How long.</param>
    public bool Ended(int milliseconds)
    {
        var entry = new LibC.PollEntry { Descriptor = _child.EndedDescriptor, Events = LibC.PollIn };
        LibC.Poll(&entry, 1, milliseconds);
        if (entry.Returned == 0) return false;
        _child.Wait();
        return true;
    }

    /// <summary>Has it end as Ctrl-C would; whether it did so, and was not killed.</summary>
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
