using System.Text;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>The lines that JDK 7u2-8 print at the head of each log file.</summary>
internal static class LegacyHeader
{
    /// <summary>Longest value of a flag that is kept.</summary>
    private const int LongestValue = 100;

    private static readonly (string Flag, string Collector)[] Collectors =
    [
        ("UseG1GC", "G1"),
        (JvmFlagNames.UseConcurrentMarkSweep, "CMS"),
        ("UseParallelOldGC", JvmCollectors.Parallel),
        (JvmFlagNames.UseParallel, JvmCollectors.Parallel),
        (JvmFlagNames.UseSerial, "Serial"),
    ];

    /// <summary>Takes in a line; false when it is none of the head's.</summary>
    public static bool TryApply(RecordingBuilder recording, ReadOnlySpan<byte> line)
    {
        if (line.StartsWith("Java HotSpot"u8) || line.StartsWith("OpenJDK"u8))
        {
            var jre = line.IndexOf(" JRE ("u8);
            if (jre < 0) return false;
            var version = line[(jre + 6)..];
            var end = version.IndexOf((byte)')');
            if (end > 0) recording.Source.RuntimeVersion = Encoding.UTF8.GetString(version[..Math.Min(end, LongestValue)]);
            return true;
        }

        if (!line.StartsWith("CommandLine flags: "u8)) return line.StartsWith("Memory: "u8);
        ReadFlags(recording, line["CommandLine flags: ".Length..]);
        return true;
    }

    private static void ReadFlags(RecordingBuilder recording, ReadOnlySpan<byte> flags)
    {
        JvmFlags.Read(recording, flags);
        foreach (var (flag, collector) in Collectors)
        {
            if (recording.Source.Settings.GetValueOrDefault(flag) != "true") continue;
            recording.Source.Collector = collector;
            return;
        }
    }
}
