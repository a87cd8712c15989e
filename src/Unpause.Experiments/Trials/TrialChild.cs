using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Rights;

namespace Unpause.Experiments.Trials;

/// <summary>
/// Another process of unpause that records one program for a trial, isolated in what it loads, how it ends and which settings it has.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TrialChild : IDisposable
{
    // The arguments are the file for the output and then the program with its arguments.
    private const string IntoFile = "log=$1; shift; exec \"$@\" >\"$log\" 2>&1 </dev/null";

    private static readonly TimeSpan AfterKill = TimeSpan.FromSeconds(20);

    private readonly Process _process;
    private readonly PeakMemory _memory;

    private TrialChild(Process process)
    {
        _process = process;
        _memory = PeakMemory.Below(process.Id);
    }

    /// <summary>Peak memory of the processes that it runs, in bytes; null when none was seen.</summary>
    public long? PeakBytes => _memory.Bytes;

    /// <summary>Starts unpause with arguments; all output goes to a file.</summary>
    /// <param name="arguments">Its command line, without the program.</param>
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

    /// <summary>Asks its program to end, like a service, and kills it if it does not.</summary>
    /// <param name="patience">How long it may take to end by itself.</param>
    /// <returns>Whether it ended by itself.</returns>
    public bool Stop(TimeSpan patience)
    {
        if (_process.HasExited) return true;
        LibC.Kill(_process.Id, LibC.SigTerm);
        if (_process.WaitForExit(patience)) return true;
        EndAll(_process.Id);
        // It still has to write its recording.
        if (!_process.WaitForExit(AfterKill)) _process.Kill();
        _process.WaitForExit();
        return false;
    }

    /// <summary>Ends the descendants of a process of unpause, but not the process itself.</summary>
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
