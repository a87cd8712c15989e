namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>The log's head: the version of the JVM, its policy, the heap's limits, the machine.</summary>
internal static class VerboseHeader
{
    /// <summary>Longest version or value that is kept.</summary>
    private const int LongestValue = 100;

    // As settings in force, by OpenJ9's names.
    private static readonly string[] Kept =
        ["gcPolicy", "maxHeapSize", "initialHeapSize", "compressedRefs", "gcthreads", "concurrentScavenger", "numCPUs", "physicalMemory"];

    /// <summary>Takes in the version: <c>R28_Java8_GA_20150116_2030_B231420_CMPRSS</c>, or a commit.</summary>
    public static void TakeVersion(RecordingBuilder recording, in VerboseTag tag)
    {
        var version = tag.Text("version"u8);
        if (version.IsEmpty || version.Length > LongestValue) return;
        recording.Source.RuntimeVersion ??= $"OpenJ9 {Encoding.UTF8.GetString(version)}";
    }

    /// <summary>Takes in one attribute of the JVM; false when a size cannot be.</summary>
    public static bool TakeAttribute(RecordingBuilder recording, in VerboseTag tag)
    {
        var name = tag.Text("name"u8);
        var value = tag.Text("value"u8);
        if (value.Length > LongestValue) return true;
        foreach (var kept in Kept)
        {
            if (System.Text.Ascii.Equals(name, kept)) recording.Source.Settings[kept] = Encoding.UTF8.GetString(value);
        }

        if (name.SequenceEqual("gcPolicy"u8)) recording.Source.Collector = PolicyOf(value) ?? recording.Source.Collector;
        if (!name.SequenceEqual("maxHeapSize"u8)) return true;
        if (tag.Bytes("value"u8) is not (> 0 and var most)) return false;
        recording.HeapMaximumBytes = most;
        return true;
    }

    private static string? PolicyOf(ReadOnlySpan<byte> value)
    {
        if (value.IndexOf((byte)':') is >= 0 and var colon) value = value[(colon + 1)..];
        foreach (var policy in OpenJ9Policies.All)
        {
            if (System.Text.Ascii.Equals(value, policy)) return policy;
        }

        return null;
    }
}
