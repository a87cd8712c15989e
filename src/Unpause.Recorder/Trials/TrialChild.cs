using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Trials;

/// <summary>
/// Another process of unpause that records one program for a trial: what it loads, how it ends and what its runtime is told stay its own.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TrialChild : IDisposable
{
    // What follows is the program with its arguments; the first word is where its output goes.
    private const string IntoFile = "log=$1; shift; exec \"$@\" >\"$log\" 2>&1 </dev/null";

    private static readonly TimeSpan AfterKill = TimeSpan.FromSeconds(20);

    private readonly Process _process;
    private readonly PeakMemory _memory;

    private TrialChild(Process process)
    {
        _process = process;
        _memory = PeakMemory.Below(process.Id);
    }

    /// <summary>The most memory that what it runs had at a time, in bytes; null when nothing was seen.</summary>
    public long? PeakBytes => _memory.Bytes;

    /// <summary>Starts unpause with arguments; all that is printed goes into a file.</summary>
    /// <param name="arguments">Its command line, without the program.</param>
    /// <param name="log">The file.</param>
    public static TrialChild Start(IReadOnlyList<string> arguments, string log)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", IntoFile, "sh", log, .. ReadingProcess.OwnCommand, .. arguments])
        {
            UseShellExecute = false,
        };
        return new TrialChild(Process.Start(start)!);
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>Whether it has ended.</returns>
    public bool Wait(TimeSpan time) => _process.WaitForExit(time);

    /// <summary>Asks what it runs to end, as a service is asked, and makes it where it does not.</summary>
    /// <param name="patience">How long it may take to end by itself.</param>
    /// <returns>Whether it ended by itself.</returns>
    public bool Stop(TimeSpan patience)
    {
        if (_process.HasExited) return true;
        LibC.Kill(_process.Id, LibC.SigTerm);
        if (_process.WaitForExit(patience)) return true;
        EndAll(_process.Id);
        // It still has to write down what it saw.
        if (!_process.WaitForExit(AfterKill)) _process.Kill();
        _process.WaitForExit();
        return false;
    }

    /// <summary>Ends what runs below a process of ours, and itself not.</summary>
    internal static void EndAll(int root)
    {
        foreach (var process in PeakMemory.Descendants(root)) LibC.Kill(process, LibC.SigKill);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _memory.Dispose();
        _process.Dispose();
    }
}
