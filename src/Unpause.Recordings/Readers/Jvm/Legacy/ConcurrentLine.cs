namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// <c>GC concurrent-mark-start</c>, <c>GC concurrent-mark-end, 0.0136760 secs</c> (G1);
/// <c>CMS-concurrent-mark-start</c>, <c>CMS-concurrent-mark: 2.497/2.538 secs</c> (CMS: CPU and wall time of the phase).
/// </summary>
internal static class ConcurrentLine
{
    /// <summary>Takes in the content of a block; false when it is cut.</summary>
    public static bool TryApply(LegacyProcess process, ReadOnlySpan<byte> content, bool g1, JvmStamp? stamp)
    {
        if (content.StartsWith("AS"u8)) content = content[2..];
        var name = g1 ? content["GC ".Length..] : content;
        long? duration = null;
        if (name.EndsWith("-start"u8)) name = name[..^6];
        else if (g1 && !TryTakeG1End(ref name, out duration)) return false;
        else if (!g1 && !TryTakeCmsEnd(ref name, out duration)) return false;
        process.AddConcurrent(process.Process.Names.Get(name), g1, duration, stamp);
        return true;
    }

    private static bool TryTakeG1End(ref ReadOnlySpan<byte> name, out long? duration)
    {
        duration = null;
        var end = name.IndexOf("-end"u8);
        if (end < 0) return name.EndsWith("-abort"u8) || name.EndsWith("-overflow"u8);
        if (!LegacyDuration.TryReadAtEnd(name, out var length)) return false;
        duration = length;
        name = name[..end];
        return true;
    }

    private static bool TryTakeCmsEnd(ref ReadOnlySpan<byte> name, out long? duration)
    {
        duration = null;
        var colon = name.IndexOf(": "u8);
        var slash = name.LastIndexOf((byte)'/');
        if (colon < 0 || slash < colon || !name.EndsWith(" secs"u8)) return false;
        var cursor = new Utf8Cursor(name[(slash + 1)..]);
        if (!cursor.TryTakeSeconds(out var length)) return false;
        duration = length;
        name = name[..colon];
        return true;
    }
}
