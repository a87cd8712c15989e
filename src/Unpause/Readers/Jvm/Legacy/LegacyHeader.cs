using System.Buffers.Text;
using System.Text;
using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Legacy;

/// <summary>The lines that JDK 7u2-8 print at the head of each log file.</summary>
internal static class LegacyHeader
{
    /// <summary>Longest value of a flag that is kept.</summary>
    private const int LongestValue = 100;

    private static readonly (string Flag, string Collector)[] Collectors =
    [
        ("UseG1GC", "G1"), ("UseConcMarkSweepGC", "CMS"), ("UseParallelOldGC", "Parallel"), ("UseParallelGC", "Parallel"), ("UseSerialGC", "Serial"),
    ];

    /// <summary>Takes in a line; false when it is none of the head's.</summary>
    public static bool TryApply(Recording recording, ReadOnlySpan<byte> line)
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

    private static void ReadFlags(Recording recording, ReadOnlySpan<byte> flags)
    {
        while (!flags.IsEmpty)
        {
            var blank = flags.IndexOf((byte)' ');
            var flag = blank < 0 ? flags : flags[..blank];
            flags = blank < 0 ? default : flags[(blank + 1)..];
            if (!flag.StartsWith("-XX:"u8) || flag.Length > LongestValue || recording.Source.Settings.Count > Limits.Names) continue;
            ReadFlag(recording, flag[4..]);
        }
    }

    private static void ReadFlag(Recording recording, ReadOnlySpan<byte> flag)
    {
        var equals = flag.IndexOf((byte)'=');
        if (equals > 0)
        {
            recording.Source.Settings[Encoding.UTF8.GetString(flag[..equals])] = Encoding.UTF8.GetString(flag[(equals + 1)..]);
            if (flag.StartsWith("MaxHeapSize="u8) && Utf8Parser.TryParse(flag[12..], out long bytes, out _)) recording.HeapMaximumBytes = bytes;
            return;
        }

        if (flag is not [(byte)'+' or (byte)'-', ..]) return;
        var name = Encoding.UTF8.GetString(flag[1..]);
        recording.Source.Settings[name] = flag[0] == '+' ? "true" : "false";
        foreach (var (known, collector) in Collectors)
        {
            if (flag[0] == '+' && known == name) recording.Source.Collector = collector;
        }
    }
}
