using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recordings.Waits;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Reads the kernel's CPU counters of a process's cgroups and of the machine at the start and at the end of a recording: some small files,
/// and nothing in between.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class ProcessorWatch
{
    private readonly ControlGroups _groups = new("");
    private readonly IReadOnlyList<string> _folders;
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly ProcessorCounts _before;

    private ProcessorWatch(int processId)
    {
        // The process may be gone at the end; its cgroups still exist.
        _folders = _groups.ProcessorFolders(processId);
        _before = _groups.ProcessorCounts(_folders);
    }

    /// <summary>Starts; a child process has unpause's own cgroups.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    public static ProcessorWatch Of(int processId) => new(processId);

    /// <summary>The increase since the start.</summary>
    public ProcessorShare Finish()
    {
        var after = _groups.ProcessorCounts(_folders);
        return new ProcessorShare(
            (long)Stopwatch.GetElapsedTime(_started).TotalNanoseconds,
            Growth(_before.Periods, after.Periods),
            Growth(_before.ThrottledPeriods, after.ThrottledPeriods),
            Growth(_before.ThrottledNanoseconds, after.ThrottledNanoseconds),
            Growth(_before.StolenNanoseconds, after.StolenNanoseconds),
            Growth(_before.WaitedNanoseconds, after.WaitedNanoseconds),
            after.WaitedOfGroup);
    }

    private static long? Growth(long? before, long? after) => after - before is { } growth ? Math.Max(0, growth) : null;
}
