namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>Recognises logs of JDK 1.4-8.</summary>
internal static class LegacyFormat
{
    private static readonly byte[][] Openings =
    [
        "[GC"u8.ToArray(), "[Full GC"u8.ToArray(), "[ParNew"u8.ToArray(), "[PSYoungGen: "u8.ToArray(), "[CMS-concurrent-"u8.ToArray(),
        "[Pause "u8.ToArray(),
    ];

    /// <summary>Whether a block of text contains collections or stops of a legacy log.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        foreach (var opening in Openings)
        {
            if (HasOpening(block, opening)) return true;
        }

        return block.IndexOf(LegacyScanner.StoppedText) >= 0;
    }

    /// <summary>The first timestamp at a line's beginning; null for a log without times.</summary>
    public static PartStamp? FirstStamp(ReadOnlySpan<byte> block)
    {
        foreach (var range in block.Split((byte)'\n'))
        {
            if (LegacyStamps.AtStart(block[range], out _) is { } stamp) return stamp.ToPartStamp();
        }

        return null;
    }

    /// <summary>The opening, after a timestamp or at a line's beginning, and on the same line the beginning of what follows it.</summary>
    private static bool HasOpening(ReadOnlySpan<byte> block, ReadOnlySpan<byte> opening)
    {
        while (true)
        {
            var index = block.IndexOf(opening);
            if (index < 0) return false;
            var before = block[..index].TrimEnd((byte)' ');
            var atStart = before.IsEmpty || before[^1] is (byte)'\n' or (byte)':';
            var next = index + opening.Length < block.Length ? block[index + opening.Length] : (byte)' ';
            if (atStart && opening is [(byte)'[', (byte)'P', (byte)'a', ..])
            {
                // Shenandoah's pauses by name: an application may print other brackets with that word.
                if (ShenandoahLines.NameOf(block[(index + 1)..]) is not null) return true;
            }
            else if (atStart && (next is not ((byte)']' or >= (byte)'A' and <= (byte)'Z' or (byte)',' or (byte)'_')
                || block[(index + opening.Length)..].StartsWith("AdaptiveSize"u8)))
            {
                return true;
            }

            block = block[(index + opening.Length)..];
        }
    }
}
