using System.Globalization;
using Unpause.Recordings.Readers.Jvm.PerfData;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>The performance data of a live HotSpot JVM. Reading its file does not affect the JVM.</summary>
[SupportedOSPlatform("linux")]
internal static class PerformanceFile
{
    /// <summary>Reads a process's file; null when it has none (<c>-XX:-UsePerfData</c>) or it is not readable.</summary>
    public static PerformanceData? Read(ProcessView process)
    {
        var own = process.OwnId.ToString(CultureInfo.InvariantCulture);
        var mapped = process.MappedFiles().FirstOrDefault(
            file => file.Contains("/hsperfdata_", StringComparison.Ordinal) && file.EndsWith($"/{own}", StringComparison.Ordinal));
        return mapped is not null && ProcessFiles.Read(process, mapped, PerformanceData.MostBytes) is { } bytes
            ? PerformanceData.Parse(bytes) : null;
    }
}
