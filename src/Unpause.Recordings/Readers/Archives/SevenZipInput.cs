using SharpCompress.Compressors;
using SharpCompress.Compressors.BZip2;
using SharpCompress.Compressors.LZMA;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// The files in a 7z archive, read from its first to its last, because many share one packed stream. Read are files that are stored or
/// packed with LZMA, LZMA2, deflate or bzip2; the others are counted as not read. The checksum of each file is verified. SharpCompress
/// 0.50.8 decodes; its own SevenZipArchive allocates lists of any length that a header claims (2 GiB for an archive of 48 bytes).
/// </summary>
internal sealed class SevenZipInput : IArchiveFiles
{
    private const int SignatureBytes = 32, LzmaPropertyBytes = 5;

    private readonly Stream _raw;
    private readonly SpooledFiles _files;
    private long _left;
    private long _windows;

    private SevenZipInput(Stream raw, string name)
    {
        (_raw, _files) = (raw, new SpooledFiles(name));
        _left = GzipInput.MostUnpacked(raw.Length);
    }

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether bytes begin as an archive does.</summary>
    public static bool Is(ReadOnlySpan<byte> start) => start is [(byte)'7', (byte)'z', 0xbc, 0xaf, 0x27, 0x1c, ..];

    /// <summary>Reads an archive.</summary>
    /// <param name="raw">Its bytes, which can be searched; not closed.</param>
    /// <param name="name">Its name.</param>
    /// <exception cref="InvalidDataException">It cannot be read, or is not what an archive of logs is.</exception>
    public static SevenZipInput Open(Stream raw, string name)
    {
        var archive = new SevenZipInput(raw, name);
        foreach (var folder in archive.ReadHeader().Folders) archive.Read(folder);
        return archive;
    }

    /// <inheritdoc/>
    public IReadOnlyList<RecordingInput> Files(string name) => _files.Files;

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private SevenZipHeader ReadHeader()
    {
        Span<byte> signature = stackalloc byte[SignatureBytes];
        _raw.Position = 0;
        if (_raw.ReadAtLeast(signature, SignatureBytes, throwOnEndOfStream: false) < SignatureBytes) throw Truncated();
        var offset = BinaryPrimitives.ReadInt64LittleEndian(signature[12..]);
        var size = BinaryPrimitives.ReadInt64LittleEndian(signature[20..]);
        if (size == 0) return new SevenZipHeader();
        if (size is < 0 or > Limits.ArchiveListBytes) throw ListTooLong();
        if (offset < 0 || offset > _raw.Length - SignatureBytes - size) throw Truncated();
        _raw.Position = SignatureBytes + offset;
        var bytes = new byte[size];
        _raw.ReadExactly(bytes);
        var header = SevenZipHeader.Parse(bytes);
        if (!header.IsEncoded) return header;
        if (header.Folders is not [{ UnpackedBytes: > 0 and <= Limits.ArchiveListBytes } folder]) throw ListTooLong();
        var text = new byte[folder.UnpackedBytes];
        using var stream = Unpacked(folder);
        if (stream.ReadAtLeast(text, text.Length, throwOnEndOfStream: false) < text.Length) throw Truncated();
        header = SevenZipHeader.Parse(text);
        return header.IsEncoded ? throw ListTooLong() : header;
    }

    private void Read(SevenZipHeader.Folder folder)
    {
        try
        {
            using var stream = Unpacked(folder);
            var left = folder.UnpackedBytes;
            for (var i = 0; i < folder.Names.Count && left > 0; i++)
            {
                var size = i < folder.Sizes.Count ? Math.Min(folder.Sizes[i], left) : left;
                left -= size;
                using var content = new Section(this, stream, size, folder.DigestOf(i));
                var fault = _files.Add(folder.Names[i], content);
                Fault ??= fault;
                content.PassRest();
            }
        }
        catch (InvalidDataException exception)
        {
            // Other folders may be whole.
            Fault ??= exception.Message;
        }
    }

    private PackedInput Unpacked(SevenZipHeader.Folder folder)
    {
        if (folder.Method is null or not ("00" or "030101" or "21" or "040108" or "040202"))
            throw new InvalidDataException("files that are encrypted, or packed with a method that is not supported");
        if (folder.PackedAt > _raw.Length - SignatureBytes - folder.PackedBytes) throw Truncated();
        var packed = new PackedPart(_raw, SignatureBytes + folder.PackedAt, folder.PackedBytes);
        return new PackedInput(new PackedBytes(packed), bytes => Decoder(folder, bytes));
    }

    private Stream Decoder(SevenZipHeader.Folder folder, PackedBytes packed) => folder.Method switch
    {
        "00" => packed,
        "030101" => OpenLzma(folder, packed),
        "21" => folder.Properties is [var bits]
            ? XzInput.OpenLzma2(packed, bits, folder.UnpackedBytes, ref _windows)
            : throw new InvalidDataException("it cannot be unpacked"),
        "040108" => new System.IO.Compression.DeflateStream(packed, System.IO.Compression.CompressionMode.Decompress, leaveOpen: true),
        _ => BZip2Stream.Create(packed, CompressionMode.Decompress, decompressConcatenated: false, leaveOpen: true),
    };

    /// <summary>LZMA's properties: a byte, and the size of the window.</summary>
    private LzmaStream OpenLzma(SevenZipHeader.Folder folder, PackedBytes packed)
    {
        if (folder.Properties.Length != LzmaPropertyBytes) throw new InvalidDataException("it cannot be unpacked");
        byte[] properties = [.. folder.Properties];
        var window = Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(properties.AsSpan(1)), Math.Max(folder.UnpackedBytes, 4096));
        XzInput.CheckWindow(window, packed, ref _windows);
        BinaryPrimitives.WriteUInt32LittleEndian(properties.AsSpan(1), (uint)window);
        packed.MustContinue = true;
        return LzmaStream.Create(properties, packed, -1, folder.UnpackedBytes, null, isLzma2: false, leaveOpen: true);
    }

    private static InvalidDataException Truncated() => new("the archive is truncated: its list of files is missing");

    private static InvalidDataException ListTooLong() => new("its list of files is damaged or too long");

    /// <summary>One file of a folder; all files together have a limit.</summary>
    private sealed class Section(SevenZipInput archive, Stream inner, long size, byte[]? digest) : ForwardStream
    {
        private long _rest = size;
        private Checksum? _checksum = digest is null ? null : Checksum.Crc32();

        public override int Read(Span<byte> buffer)
        {
            if (buffer.IsEmpty) return 0;
            if (_rest == 0)
            {
                var checksum = _checksum;
                _checksum = null;
                return checksum?.Is(digest) == false ? throw new InvalidDataException(Checksum.Differs) : 0;
            }

            var read = inner.Read(buffer[..(int)Math.Min(buffer.Length, _rest)]);
            if (read == 0) throw new InvalidDataException(PackedBytes.Truncated);
            if ((archive._left -= read) < 0) throw new InvalidDataException(GzipInput.TooMuch);
            _rest -= read;
            _checksum?.Add(buffer[..read]);
            return read;
        }

        public void PassRest()
        {
            _checksum = null;
            var passed = new byte[Math.Min(_rest, Limits.BlockBytes)];
            int read;
            do read = Read(passed);
            while (read > 0);
        }
    }

    /// <summary>The packed bytes of one folder.</summary>
    private sealed class PackedPart(Stream raw, long start, long length) : ForwardStream
    {
        private long _at;

        public override int Read(Span<byte> buffer)
        {
            if (_at == length || buffer.IsEmpty) return 0;
            raw.Position = start + _at;
            var read = raw.Read(buffer[..(int)Math.Min(buffer.Length, length - _at)]);
            _at += read;
            return read;
        }
    }
}
