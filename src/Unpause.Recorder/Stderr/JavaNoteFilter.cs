using System.Buffers;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Removes unpause's option from the line `NOTE: Picked up JDK_JAVA_OPTIONS: …` that java launchers write to stderr
/// (JDK 9 and later, src/java.base/share/native/libjli/args.c): the user sees the line as without unpause.
/// </summary>
/// <param name="ownOption">The option as it is in the variable.</param>
internal sealed class JavaNoteFilter(byte[] ownOption)
{
    private const int MaxLine = 128 * 1024; // the kernel's limit for one environment variable
    private readonly ArrayBufferWriter<byte> _held = new();
    private readonly ArrayBufferWriter<byte> _passed = new();

    private static ReadOnlySpan<byte> Start => "NOTE: Picked up JDK_JAVA_OPTIONS: "u8;

    /// <summary>Whether bytes are being delayed: call <see cref="Release"/> when nothing comes for some tens of milliseconds.</summary>
    public bool IsHolding => _held.WrittenCount > 0;

    /// <summary>Takes the next bytes; returns what to pass on, valid until the next call.</summary>
    public ReadOnlySpan<byte> Push(ReadOnlySpan<byte> chunk)
    {
        if (!IsHolding && HeldLength(chunk) == 0 && chunk.IndexOf(Start) < 0) return chunk;
        _held.Write(chunk);
        var text = _held.WrittenSpan;
        _passed.ResetWrittenCount();
        for (int start; (start = text.IndexOf(Start)) >= 0;)
        {
            var end = text[start..].IndexOf((byte)'\n');
            if (end < 0) break;
            _passed.Write(text[..start]);
            PassEdited(text.Slice(start, end + 1));
            text = text[(start + end + 1)..];
        }

        Keep(text);
        return _passed.WrittenSpan;
    }

    /// <summary>Stops waiting for the rest of a possible note.</summary>
    public ReadOnlySpan<byte> Release()
    {
        _passed.ResetWrittenCount();
        _passed.Write(_held.WrittenSpan);
        _held.ResetWrittenCount();
        return _passed.WrittenSpan;
    }

    private void Keep(ReadOnlySpan<byte> text)
    {
        var length = HeldLength(text);
        _passed.Write(text[..^length]);
        var kept = text[^length..].ToArray();
        _held.ResetWrittenCount();
        _held.Write(kept);
    }

    /// <summary>Length of the text's end that may be the start of the line.</summary>
    private static int HeldLength(ReadOnlySpan<byte> text)
    {
        var start = text.LastIndexOf(Start);
        if (start >= 0 && text[start..].IndexOf((byte)'\n') < 0) return text.Length - start <= MaxLine ? text.Length - start : 0;
        for (var length = Math.Min(Start.Length - 1, text.Length); length > 0; length--)
        {
            if (text.EndsWith(Start[..length])) return length;
        }

        return 0;
    }

    private void PassEdited(ReadOnlySpan<byte> line)
    {
        var value = line[Start.Length..^1];
        var own = value.IndexOf(ownOption);
        if (own < 0)
        {
            _passed.Write(line);
            return;
        }

        var before = value[..own];
        if (before.EndsWith(" "u8)) before = before[..^1];
        var after = value[(own + ownOption.Length)..];
        if (before.IsEmpty && after.IsEmpty) return;
        _passed.Write(Start);
        _passed.Write(before);
        _passed.Write(after);
        _passed.Write("\n"u8);
    }
}
