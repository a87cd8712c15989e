using System.Buffers.Binary;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// The performance data that a HotSpot JVM publishes in <c>/tmp/hsperfdata_USER/PID</c>: text and numbers by name. Reading the file does
/// not affect the JVM.
/// </summary>
/// <remarks>Format: PerfDataPrologue and PerfDataEntry of src/hotspot/share/runtime/perfMemory.hpp, version 2.0, JDK 5-25.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class PerformanceData
{
    private const uint Magic = 0xcafec0c0;
    private const int HeaderSize = 32, EntrySize = 20, MostEntries = 10_000, MostBytes = 1 << 20;
    private readonly Dictionary<string, string> _texts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _numbers = new(StringComparer.Ordinal);

    private PerformanceData()
    {
    }

    /// <summary>A text by its name, for example <c>java.rt.vmArgs</c>.</summary>
    public string? Text(string name) => _texts.GetValueOrDefault(name);

    /// <summary>A number by its name.</summary>
    public long? Number(string name) => _numbers.TryGetValue(name, out var value) ? value : null;

    /// <summary>Reads a process's file; null when it has none (<c>-XX:-UsePerfData</c>) or it is not readable.</summary>
    public static PerformanceData? Read(ProcessView process)
    {
        var own = process.OwnId.ToString(System.Globalization.CultureInfo.InvariantCulture);
        var mapped = process.MappedFiles().FirstOrDefault(
            file => file.Contains("/hsperfdata_", StringComparison.Ordinal) && file.EndsWith($"/{own}", StringComparison.Ordinal));
        return mapped is not null && ProcessFiles.Read(process, mapped, MostBytes) is { } bytes ? Parse(bytes) : null;
    }

    /// <summary>Parses the content; null for another format. Stops at a damaged entry.</summary>
    public static PerformanceData? Parse(ReadOnlySpan<byte> file)
    {
        if (file.Length < HeaderSize || BinaryPrimitives.ReadUInt32BigEndian(file) != Magic || file[5] != 2) return null;
        var little = file[4] == 1;
        var data = new PerformanceData();
        var position = Int(file, 24, little);
        var count = Math.Min(Int(file, 28, little), MostEntries);
        for (var i = 0; i < count; i++)
        {
            if (position < 0 || position > file.Length - EntrySize) break;
            var length = Int(file, position, little);
            if (length < EntrySize || length > file.Length - position) break;
            data.Add(file.Slice(position, length), little);
            position += length;
        }

        return data;
    }

    private void Add(ReadOnlySpan<byte> entry, bool little)
    {
        var nameAt = Int(entry, 4, little);
        var vector = Int(entry, 8, little);
        var dataAt = Int(entry, 16, little);
        if (nameAt < EntrySize || nameAt >= entry.Length || dataAt < EntrySize || dataAt >= entry.Length || vector < 0) return;
        var name = Utf8(entry[nameAt..]);
        var value = entry[dataAt..];
        if (entry[12] == 'J' && vector == 0 && value.Length >= 8)
        {
            _numbers[name] = little ? BinaryPrimitives.ReadInt64LittleEndian(value) : BinaryPrimitives.ReadInt64BigEndian(value);
        }
        else if (entry[12] == 'B' && vector > 0)
        {
            _texts[name] = Utf8(value[..Math.Min(vector, value.Length)]);
        }
    }

    private static string Utf8(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)0);
        return Encoding.UTF8.GetString(end < 0 ? bytes : bytes[..end]);
    }

    private static int Int(ReadOnlySpan<byte> bytes, int at, bool little) =>
        little ? BinaryPrimitives.ReadInt32LittleEndian(bytes[at..]) : BinaryPrimitives.ReadInt32BigEndian(bytes[at..]);
}
