using System.Diagnostics;
using System.Runtime.Versioning;

namespace Unpause.Recorder.Probes;

/// <summary>Samples a machine's NUMA counts once a second, if it has several nodes.</summary>
/// <param name="counts">The counts; null where there are none.</param>
[SupportedOSPlatform("linux")]
internal sealed class NumaSampling(NumaCounts? counts)
{
    private long _last = long.MinValue / 2;

    /// <summary>Writes the current counts to files when they are due.</summary>
    /// <param name="anyTime">Whether to write in any case: at an end.</param>
    public void Sample(IEnumerable<GoStopWriter> files, bool anyTime = false)
    {
        var now = Stopwatch.GetTimestamp();
        if (counts is null || (now - _last < Stopwatch.Frequency && !anyTime) || counts.Read() is not { } read) return;
        _last = now;
        foreach (var file in files) file.Numa(now, read.Faults, read.Migrated);
    }
}
