using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// A JVM's command-line options as settings: <c>-XX:+UseG1GC</c>, <c>-XX:NewSize=4194304</c>, <c>-Xmn64m</c>, and the properties that
/// make RMI collect: <c>-Dsun.rmi.dgc.server.gcInterval=3600000</c>.
/// </summary>
public static class JvmFlags
{
    /// <summary>Longest option that is kept.</summary>
    private const int LongestOption = 100;

    /// <summary>The flag that a short option sets, and whether it sets the smallest or largest of a pair.</summary>
    private static readonly (byte[] Option, string[] Flags)[] Short =
    [
        ("-Xmx"u8.ToArray(), [JvmFlagNames.MaxHeapSize]),
        ("-Xms"u8.ToArray(), [JvmFlagNames.InitialHeapSize]),
        ("-Xmn"u8.ToArray(), ["NewSize", JvmFlagNames.MaxNewSize]),
    ];

    /// <summary>Takes in options that are separated by blanks.</summary>
    internal static void Read(RecordingBuilder recording, ReadOnlySpan<byte> options)
    {
        while (!options.IsEmpty)
        {
            var blank = options.IndexOf((byte)' ');
            var option = blank < 0 ? options : options[..blank];
            options = blank < 0 ? default : options[(blank + 1)..];
            if (option.Length > LongestOption || recording.Source.Settings.Count > Limits.Names) continue;
            if (option.StartsWith("-XX:"u8)) ReadFlag(recording, option[4..]);
            else if (option.StartsWith("-Dsun.rmi.dgc."u8)) ReadFlag(recording, option[2..]);
            else ReadShort(recording, option);
        }
    }

    /// <summary>Bytes of a size as options write it: <c>67108864</c>, <c>64m</c>, <c>4G</c>.</summary>
    public static bool TryReadBytes(ReadOnlySpan<byte> text, out long bytes)
    {
        if (!Utf8Parser.TryParse(text, out bytes, out var used) || bytes < 0) return false;
        var shift = text[used..] switch
        {
            [] => 0,
            [(byte)'k' or (byte)'K'] => 10,
            [(byte)'m' or (byte)'M'] => 20,
            [(byte)'g' or (byte)'G'] => 30,
            [(byte)'t' or (byte)'T'] => 40,
            _ => -1,
        };
        if (shift < 0 || bytes > long.MaxValue >> shift) return false;
        bytes <<= shift;
        return true;
    }

    private static void ReadShort(RecordingBuilder recording, ReadOnlySpan<byte> option)
    {
        foreach (var (start, flags) in Short)
        {
            if (!option.StartsWith(start) || !TryReadBytes(option[start.Length..], out var bytes)) continue;
            foreach (var flag in flags) recording.Source.Settings[flag] = bytes.ToString(System.Globalization.CultureInfo.InvariantCulture);
            if (flags is [JvmFlagNames.MaxHeapSize]) recording.HeapMaximumBytes ??= bytes;
        }
    }

    private static void ReadFlag(RecordingBuilder recording, ReadOnlySpan<byte> flag)
    {
        var equals = flag.IndexOf((byte)'=');
        if (equals > 0)
        {
            recording.Source.Settings[Encoding.UTF8.GetString(flag[..equals])] = Encoding.UTF8.GetString(flag[(equals + 1)..]);
            if (flag.StartsWith("MaxHeapSize="u8) && TryReadBytes(flag[12..], out var bytes)) recording.HeapMaximumBytes = bytes;
        }
        else if (flag is [(byte)'+' or (byte)'-', ..])
        {
            recording.Source.Settings[Encoding.UTF8.GetString(flag[1..])] = flag[0] == '+' ? "true" : "false";
        }
    }
}
