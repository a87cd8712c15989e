using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// The files in a tar archive (POSIX.1-2017 pax: ustar and its extended headers; GNU's long names and numbers; the tar of Unix 7). Read are
/// names, sizes and content of regular files. System.Formats.Tar is not used: it allocates what an extended header claims before it reads
/// it (.NET 10.0.12: 2 GiB for an archive of 4 KiB).
/// </summary>
internal sealed class TarInput : IArchiveFiles
{
    public const int BlockBytes = 512;
    private const int NameBytes = 100, SizeAt = 124, NumberBytes = 12, SumAt = 148, SumBytes = 8, TypeAt = 156, MagicAt = 257;
    private const int PrefixAt = 345, PrefixBytes = 155;

    private readonly Stream _content;
    private readonly SpooledFiles _files;
    private readonly byte[] _block = new byte[BlockBytes];

    private TarInput(Stream content, string name) => (_content, _files) = (content, new SpooledFiles(name));

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether bytes begin with a file's header: its sum is right.</summary>
    public static bool Is(ReadOnlySpan<byte> start)
    {
        if (start.Length < BlockBytes) return false;
        var block = start[..BlockBytes];
        if (block[0] == 0 || Octal(block.Slice(SumAt, SumBytes)) is not { } expected) return false;
        var sum = SumBytes * ' ';
        for (var i = 0; i < BlockBytes; i++)
        {
            if (i is < SumAt or >= SumAt + SumBytes) sum += block[i];
        }

        return sum == expected;
    }

    /// <summary>Reads an archive.</summary>
    /// <param name="content">From its start.</param>
    /// <param name="name">Its name.</param>
    /// <exception cref="InvalidDataException">It has too many files.</exception>
    public static TarInput Open(Stream content, string name)
    {
        var archive = new TarInput(content, name);
        archive.ReadAll();
        return archive;
    }

    /// <inheritdoc/>
    public IReadOnlyList<RecordingInput> Files(string name) => _files.Files;

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private void ReadAll()
    {
        var next = new Extended(null, null);
        while (Fault is null && ReadHeader())
        {
            if (SizeOf(_block) is not { } size)
            {
                Fault = "a file's size is damaged";
                return;
            }

            var type = (char)_block[TypeAt];
            switch (type)
            {
                case 'x' or 'L':
                    next = ReadExtended(type, size, next);
                    break;
                // A file; of Unix 7; contiguous.
                case '0' or '\0' or '7':
                    ReadFile(next.Name ?? NameOf(_block), next.Size ?? size);
                    next = new Extended(null, null);
                    break;
                // Links, devices, folders and pipes have no content, whatever their size.
                case >= '1' and <= '6':
                    next = new Extended(null, null);
                    break;
                // Global headers, names of links, sparse files and what is unknown.
                default:
                    Pass(next.Size ?? size);
                    if (type is not ('g' or 'K')) next = new Extended(null, null);
                    break;
            }
        }
    }

    /// <summary>Reads the next header; there is none at the end, at a block of zeros or where the archive is damaged.</summary>
    private bool ReadHeader()
    {
        var read = ReadInto(_block);
        if (read == 0 || Fault is not null) return false;
        if (read == BlockBytes && Is(_block)) return true;
        if (read < BlockBytes) Fault = PackedBytes.Truncated;
        else if (_block.AsSpan().ContainsAnyExcept((byte)0)) Fault = "the header of a file is damaged";
        return false;
    }

    private void ReadFile(string name, long size)
    {
        var section = new Section(_content, size);
        // A folder, as the tar of Unix 7 wrote it.
        if (name.Length > 0 && !name.EndsWith('/')) Fault = _files.Add(name, section);
        if (Fault is null) Pass(section.Left + Padding(size));
    }

    private Extended ReadExtended(char type, long size, Extended before)
    {
        if (size is < 0 or > Limits.TarHeaderBytes)
        {
            Fault = "an extended header is too long";
            return before;
        }

        var bytes = new byte[size];
        if (ReadInto(bytes) < size) Fault ??= PackedBytes.Truncated;
        Pass(Padding(size));
        return type == 'L' ? before with { Name = Text(bytes) } : Records(bytes, before);
    }

    /// <summary>Records of a length, a blank, a key, = and a value each, up to a line's end.</summary>
    private static Extended Records(ReadOnlySpan<byte> bytes, Extended before)
    {
        while (Utf8Parser.TryParse(bytes, out int length, out var digits) && length > digits + 1 && length <= bytes.Length)
        {
            var record = bytes[(digits + 1)..(length - 1)];
            if (record.StartsWith("path="u8)) before = before with { Name = Text(record[5..]) };
            else if (record.StartsWith("size="u8) && Utf8Parser.TryParse(record[5..], out long size, out _) && size >= 0)
                before = before with { Size = size };
            bytes = bytes[length..];
        }

        return before;
    }

    private void Pass(long count)
    {
        while (count > 0 && Fault is null)
        {
            var read = ReadInto(_block.AsSpan(0, (int)Math.Min(count, BlockBytes)));
            if (read == 0) Fault ??= PackedBytes.Truncated;
            count -= read;
        }
    }

    /// <summary>Fills a buffer as far as there are bytes; a fault of the packing is the archive's.</summary>
    private int ReadInto(Span<byte> target)
    {
        var filled = 0;
        try
        {
            while (filled < target.Length)
            {
                var read = _content.Read(target[filled..]);
                if (read == 0) break;
                filled += read;
            }
        }
        catch (InvalidDataException exception)
        {
            Fault = exception.Message;
        }

        return filled;
    }

    private static string NameOf(ReadOnlySpan<byte> block)
    {
        var name = Text(block[..NameBytes]);
        // GNU's magic is followed by blanks, and what stands there is no name.
        var prefix = block[MagicAt..].StartsWith("ustar\0"u8) ? Text(block.Slice(PrefixAt, PrefixBytes)) : "";
        return prefix.Length > 0 ? $"{prefix}/{name}" : name;
    }

    private static string Text(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)0);
        if (end >= 0) bytes = bytes[..end];
        return Encoding.UTF8.GetString(bytes[..Math.Min(bytes.Length, Limits.ArchiveNameBytes)]);
    }

    /// <summary>Octal digits, or GNU's binary number after a byte of 0x80.</summary>
    private static long? SizeOf(ReadOnlySpan<byte> block)
    {
        var digits = block.Slice(SizeAt, NumberBytes);
        if (digits[0] != 0x80) return Octal(digits);
        var size = BinaryPrimitives.ReadInt64BigEndian(digits[4..]);
        return size >= 0 && !digits[1..4].ContainsAnyExcept((byte)0) ? size : null;
    }

    /// <summary>Up to eleven octal digits between blanks and zeros.</summary>
    private static long? Octal(ReadOnlySpan<byte> digits)
    {
        digits = digits.Trim(" \0"u8);
        long number = 0;
        foreach (var digit in digits)
        {
            if (digit is < (byte)'0' or > (byte)'7') return null;
            number = (number * 8) + digit - '0';
        }

        return number;
    }

    private static long Padding(long size) => (BlockBytes - (size % BlockBytes)) % BlockBytes;

    /// <summary>What extended headers say of the file that follows; null where they say nothing.</summary>
    private readonly record struct Extended(string? Name, long? Size);

    /// <summary>One file's content.</summary>
    private sealed class Section(Stream content, long size) : ForwardStream
    {
        public long Left { get; private set; } = size;

        public override int Read(Span<byte> buffer)
        {
            if (Left == 0 || buffer.IsEmpty) return 0;
            var read = content.Read(buffer[..(int)Math.Min(buffer.Length, Left)]);
            if (read == 0) throw new InvalidDataException(PackedBytes.Truncated);
            Left -= read;
            return read;
        }
    }
}
