namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>The line that names the collector: the first of tag <c>gc</c> that a JVM logs.</summary>
internal static class UsingLine
{
    /// <summary>The line, the collector's name in the contract, and the versions.</summary>
    private static readonly (byte[] Text, string Collector, string Versions)[] Table =
    [
        ("Using G1"u8.ToArray(), "G1", "9-25"),
        ("Using Parallel"u8.ToArray(), JvmCollectors.Parallel, "9-25"),
        ("Using Serial"u8.ToArray(), "Serial", "9-25"),
        ("Using Concurrent Mark Sweep"u8.ToArray(), "CMS", "9-13"),
        ("Using ParNew"u8.ToArray(), "CMS", "9"),
        ("Using The Z Garbage Collector"u8.ToArray(), "ZGC", "11-25"),
        ("Using Shenandoah"u8.ToArray(), JvmCollectors.Shenandoah, "11-25"),
        ("Using Epsilon"u8.ToArray(), "Epsilon", "11-25"),
    ];

    /// <summary>The collector that a message names; null when it names none.</summary>
    public static string? CollectorOf(ReadOnlySpan<byte> message)
    {
        message = message.TrimEnd((byte)' ');
        if (!message.StartsWith("Using "u8)) return null;
        foreach (var (text, collector, _) in Table)
        {
            if (message.SequenceEqual(text)) return collector;
        }

        return null;
    }
}
