namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// What V8's <c>--trace-gc-nvp</c> prints behind the stamp: <c>pause=2.2 mutator=64.9 gc=s scavenge.roots=0.23 …</c>, from Node.js 26 on
/// <c>GC: {"pause":1.039,"gc":"s","reason":"task",…}</c>. Times are milliseconds. Names with a dot are phases, and those of the parts
/// that contain them; those that begin with <c>background</c> ran on other threads. Source: V8, src/heap/gc-tracer.cc
/// (PrintNVP).
/// </summary>
internal ref struct NvpLine(ReadOnlySpan<byte> text)
{
    private const int TimeDigits = 6;

    private ReadOnlySpan<byte> _rest = text;

    /// <summary>The current name.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>Its value, without quotes.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Whether a text is what <c>--trace-gc-nvp</c> prints of a collection.</summary>
    public static bool Is(ReadOnlySpan<byte> text) =>
        (text.StartsWith("pause="u8) || text.StartsWith("GC: {\"pause\":"u8)) && Find(text, out _, out _);

    /// <summary>Finds the pause and whose it was.</summary>
    public static bool Find(ReadOnlySpan<byte> text, out long pause, out bool young)
    {
        (pause, young) = (0, false);
        long? length = null;
        bool? isYoung = null;
        var pairs = new NvpLine(text);
        while ((length is null || isYoung is null) && pairs.MoveNext())
        {
            if (pairs.Name.SequenceEqual("pause"u8)) length = pairs.Nanoseconds;
            else if (pairs.Name.SequenceEqual("gc"u8)) isYoung = V8Words.IsYoungOfShort(pairs.Value);
        }

        if (length is null || isYoung is null) return false;
        (pause, young) = (length.Value, isYoung.Value);
        return true;
    }

    /// <summary>Goes to the next name; false at the end.</summary>
    public bool MoveNext()
    {
        while (!_rest.IsEmpty)
        {
            var end = _rest.IndexOfAny("= :"u8);
            if (end < 0) return false;
            Name = _rest[..end].Trim("{\","u8);
            var isPair = _rest[end] != ' ' && !Name.IsEmpty;
            _rest = _rest[(end + 1)..];
            // "GC: {" has a blank where others have a value.
            if (!isPair || _rest.StartsWith(" "u8)) continue;
            TakeValue();
            return true;
        }

        return false;
    }

    /// <summary>The value as a time in milliseconds, in nanoseconds; null when it is none.</summary>
    public readonly long? Nanoseconds
    {
        get
        {
            var cursor = new Utf8Cursor(Value);
            return cursor.TryTakeFixed(TimeDigits, out var value) && cursor.AtEnd && value <= Limits.PauseNanoseconds ? value : null;
        }
    }

    /// <summary>The value as bytes; null when it is none.</summary>
    public readonly long? Bytes
    {
        get
        {
            var cursor = new Utf8Cursor(Value);
            return cursor.TryTakeFixed(0, out var value) && cursor.AtEnd && value <= Limits.HeapBytes ? value : null;
        }
    }

    /// <summary>Whether the name is a phase's.</summary>
    public readonly bool IsPhase => Name.IndexOf((byte)'.') > 0 || Name.SequenceEqual("mark"u8) || Name.SequenceEqual("clear"u8)
        || Ascii.Equals(Name, NodePhases.Evacuate) || Name.SequenceEqual("sweep"u8) || Name.SequenceEqual("finish"u8);

    /// <summary>Whether the phase ran on other threads, or between the program's own work.</summary>
    public readonly bool IsConcurrent => Name.StartsWith("background."u8) || Name.StartsWith("incremental"u8);

    private void TakeValue()
    {
        if (_rest[..Math.Min(1, _rest.Length)].SequenceEqual("\""u8))
        {
            _rest = _rest[1..];
            var quote = _rest.IndexOf((byte)'"');
            Value = quote < 0 ? _rest : _rest[..quote];
            _rest = quote < 0 ? default : _rest[(quote + 1)..];
            return;
        }

        // Node.js 24 forgets a blank behind a number: "clear.join_filter_job=0.0clear.join_job=0.0".
        var end = _rest.IndexOfAnyExcept("0123456789."u8);
        if (end > 0 && _rest[end] == 'e') end += 1 + Math.Max(0, _rest[(end + 1)..].IndexOfAnyExcept("+-0123456789"u8));
        if (end <= 0) end = _rest.IndexOfAny(" ,}"u8);
        Value = end < 0 ? _rest : _rest[..end];
        _rest = end < 0 ? default : _rest[end..].TrimStart(" ,%"u8);
    }
}
