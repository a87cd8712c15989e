namespace Unpause.Recordings.Readers.Node;

/// <summary>V8's words for its collections, of Node.js 4 to 26. Source: src/heap/gc-tracer.cc (Event::TypeName, ToString).</summary>
internal static class V8Words
{
    /// <summary>Whether the collector of this name collects the young generation alone; null when V8 has no such name.</summary>
    /// <param name="name">As in a line of <c>--trace-gc</c>; a word in brackets behind it is not part of it: <c>(reduce)</c>.</param>
    public static bool? IsYoung(ReadOnlySpan<byte> name)
    {
        var bracket = name.IndexOf((byte)'(');
        name = (bracket < 0 ? name : name[..bracket]).Trim((byte)' ');
        if (name.SequenceEqual("Scavenge"u8) || name.StartsWith("Minor Mark-"u8)) return true;
        if (name.StartsWith("Incremental "u8)) name = name["Incremental "u8.Length..];
        return name.SequenceEqual("Mark-Compact"u8) || name.SequenceEqual("Mark-sweep"u8) || name.SequenceEqual("Mark-compact"u8)
            || name.SequenceEqual("Mark-Compact-Start"u8) ? false : null;
    }

    /// <summary>Whether a text begins with a collector's name and a number.</summary>
    public static bool BeginsLine(ReadOnlySpan<byte> text) =>
        text.IndexOfAnyInRange((byte)'0', (byte)'9') is > 0 and var digit && IsYoung(text[..digit]) is not null;

    /// <summary>Whether it collects the young generation alone, by its short name in nvp lines; null for what is none.</summary>
    public static bool? IsYoungOfShort(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("s"u8) || name.SequenceEqual("mmc"u8) || name.SequenceEqual("mms"u8)) return true;
        return name.SequenceEqual("ms"u8) || name.SequenceEqual("mc"u8) || name.SequenceEqual("imc"u8) ? false : null;
    }

    /// <summary>Whether it collects the young generation alone, by its name in <c>v8.GCProfiler</c>; null for what is none.</summary>
    public static bool? IsYoungOfProfile(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("Scavenge"u8) || name.StartsWith("MinorMark"u8)) return true;
        return name.SequenceEqual("MarkSweepCompact"u8) ? false : null;
    }

    /// <summary>Where a reason ends, when what the collector adds follows without a mark; -1 when it adds nothing.</summary>
    public static int EndOfReason(ReadOnlySpan<byte> text)
    {
        var added = text.IndexOf(" GC in old space requested"u8);
        if (added <= 0) added = text.IndexOf(" scavenge might not succeed"u8);
        if (added <= 0) added = text.IndexOf(" promotion limit reached"u8);
        return added > 0 ? added : -1;
    }
}
