namespace Unpause.Recordings.Readers.Jvm.PerfData;

/// <summary>
/// The performance data that a HotSpot JVM publishes in <c>/tmp/hsperfdata_USER/PID</c>: text and numbers by name. Reading the file does
/// not affect the JVM.
/// </summary>
/// <remarks>Format: PerfDataPrologue and PerfDataEntry of src/hotspot/share/runtime/perfMemory.hpp, version 2.0, JDK 5-25.</remarks>
public sealed class PerformanceData
{
    private const uint Magic = 0xcafec0c0;
    private const int HeaderSize = 32, EntrySize = 20, MostEntries = 10_000;

    /// <summary>More is another file: HotSpot's are of 32 KB by default (<c>PerfDataMemorySize</c>).</summary>
    public const int MostBytes = 1 << 20;

    /// <summary>The counter that has Java's version: <c>17.0.15</c>, <c>1.8.0_212</c>.</summary>
    public const string JavaVersion = "java.property.java.version";

    private readonly Dictionary<string, string> _texts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _numbers = new(StringComparer.Ordinal);

    private PerformanceData()
    {
    }

    /// <summary>Whether all entries that the head counts are there.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>A text by its name, for example <c>java.rt.vmArgs</c>.</summary>
    public string? Text(string name) => _texts.GetValueOrDefault(name);

    /// <summary>A number by its name.</summary>
    public long? Number(string name) => _numbers.TryGetValue(name, out var value) ? value : null;

    /// <summary>Whether the bytes begin as the file does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        block.Length >= HeaderSize && BinaryPrimitives.ReadUInt32BigEndian(block) == Magic && block[4] <= 1 && block[5] == 2;

    /// <summary>Parses the content; null for another format. Stops at a damaged entry.</summary>
    public static PerformanceData? Parse(ReadOnlySpan<byte> file)
    {
        if (!Recognises(file)) return null;
        var little = file[4] == 1;
        var data = new PerformanceData();
        var position = Int(file, 24, little);
        var count = Math.Min(Int(file, 28, little), MostEntries);
        for (var i = 0; i < count; i++)
        {
            if (position < 0 || position > file.Length - EntrySize) return data;
            var length = Int(file, position, little);
            if (length < EntrySize || length > file.Length - position) return data;
            data.Add(file.Slice(position, length), little);
            position += length;
        }

        data.IsComplete = true;
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
