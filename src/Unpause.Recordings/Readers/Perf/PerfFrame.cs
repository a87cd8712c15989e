namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// A frame in the text of <c>perf script</c>: <c>address symbol+0xoffset (file)</c>; only the symbol is always there. Symbols of
/// C++ have blanks and parentheses; the file is the last pair of parentheses.
/// </summary>
/// <param name="Symbol">The name, without the offset; empty where there is none.</param>
/// <param name="File">The file or <c>[kernel.kallsyms]</c>; empty where it is not recorded.</param>
/// <param name="HasAddress">Whether it has an address.</param>
internal readonly ref struct PerfFrame(ReadOnlySpan<byte> symbol, ReadOnlySpan<byte> file, bool hasAddress)
{
    private static readonly System.Buffers.SearchValues<byte> Hex = System.Buffers.SearchValues.Create("0123456789abcdef"u8);

    public ReadOnlySpan<byte> Symbol { get; } = symbol;

    public ReadOnlySpan<byte> File { get; } = file;

    public bool HasAddress { get; } = hasAddress;

    /// <summary>Whether the frame has no name.</summary>
    public bool IsNameless => Symbol.IsEmpty || Symbol.SequenceEqual("[unknown]"u8);

    /// <summary>Whether it is one of the kernel: its files are in brackets, and so are parts of the process without a file.</summary>
    public bool IsKernel => (File is [(byte)'[', ..] && !IsOfProgram(File)) || File.StartsWith("/proc/kcore"u8) || IsModule(File);

    /// <summary>Whether a line, or the end of one, certainly is a frame: it has its address or its file.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out PerfFrame frame)
    {
        frame = Parse(line);
        return frame.HasAddress ? !frame.Symbol.IsEmpty || !frame.File.IsEmpty : !frame.File.IsEmpty && !frame.Symbol.IsEmpty;
    }

    /// <summary>Takes a line for a frame.</summary>
    public static PerfFrame Parse(ReadOnlySpan<byte> line)
    {
        var whole = line.Trim(" \t"u8);
        var text = whole;
        var hasAddress = TrySkipAddress(ref text);
        var file = TakeFile(ref text);
        // A name like "add" looks like an address.
        if (hasAddress && text.IsEmpty && !file.IsEmpty) return new PerfFrame(whole[..whole.IndexOf((byte)' ')], file, false);
        return new PerfFrame(WithoutOffset(text), file, hasAddress);
    }

    private static bool TrySkipAddress(scoped ref ReadOnlySpan<byte> text)
    {
        var digits = text.StartsWith("0x"u8) ? text[2..] : text;
        var end = digits.IndexOfAnyExcept(Hex);
        if (end <= 0 || end > 16 || digits[end] != ' ') return false;
        text = digits[end..].TrimStart(" "u8);
        return true;
    }

    private static ReadOnlySpan<byte> TakeFile(scoped ref ReadOnlySpan<byte> text)
    {
        if (text is not [.., (byte)')']) return [];
        var depth = 0;
        for (var at = text.Length - 1; at >= 0; at--)
        {
            if (text[at] == ')') depth++;
            if (text[at] != '(' || --depth > 0) continue;
            // "operator()" and "f(int)" end in parentheses that are no file's.
            if (at > 0 && text[at - 1] != ' ') return [];
            var file = text[(at + 1)..^1];
            text = text[..at].TrimEnd(" "u8);
            return file;
        }

        return [];
    }

    private static ReadOnlySpan<byte> WithoutOffset(ReadOnlySpan<byte> symbol)
    {
        var plus = symbol.LastIndexOf("+0x"u8);
        return plus > 0 && symbol[(plus + 3)..].IndexOfAnyExcept(Hex) < 0 ? symbol[..plus] : symbol;
    }

    private static bool IsOfProgram(ReadOnlySpan<byte> file) =>
        file.SequenceEqual("[unknown]"u8) || file.StartsWith("[vdso"u8) || file.StartsWith("[vsyscall"u8) || file.StartsWith("[heap"u8)
        || file.StartsWith("[stack"u8) || file.StartsWith("[anon"u8) || file.StartsWith("[uprobes"u8);

    private static bool IsModule(ReadOnlySpan<byte> file) => file.EndsWith(".ko"u8) || file.EndsWith(".ko.xz"u8)
        || file.EndsWith(".ko.zst"u8) || file.EndsWith(".ko.gz"u8) || file.EndsWith("/vmlinux"u8) || file.StartsWith("vmlinux"u8);
}
