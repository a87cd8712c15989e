using SharpCompress.Compressors.LZMA;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// Reads the container of xz (The .xz File Format 1.2.1): streams after each other, their blocks of LZMA2, index and footer. Each block's
/// checksum is verified at its end; those of headers and the index are passed over. Refused are filters for programs, and windows above
/// <see cref="Limits.UnpackWindowBits"/>. SharpCompress 0.50.8 decodes LZMA2; its own XZStream reads the first stream only, and allocates
/// any window that a block claims.
/// </summary>
internal sealed class XzInput(PackedBytes packed) : ForwardStream
{
    private const int HeaderBytes = 12;
    private const ulong Lzma2 = 0x21;
    private const byte LargestWindow = 40;

    // A check's bytes by its number (2.1.1.2).
    private static readonly byte[] CheckBytes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

    private LzmaStream? _block;
    private long _blockStart;
    private long _windows;
    private int _checkBytes;
    private byte _check;
    private Checksum? _checksum;
    private bool _inStream;
    private bool _begun;

    /// <summary>Whether bytes begin as a stream does.</summary>
    public static bool Is(ReadOnlySpan<byte> start) => start is [0xfd, (byte)'7', (byte)'z', (byte)'X', (byte)'Z', 0, ..];

    /// <exception cref="InvalidDataException">It is damaged or cut.</exception>
    public override int Read(Span<byte> buffer)
    {
        while (true)
        {
            if (_block is not null)
            {
                var read = _block.Read(buffer);
                if (read > 0)
                {
                    _checksum?.Add(buffer[..read]);
                    return read;
                }

                if (buffer.IsEmpty) return 0;
                EndBlock();
            }
            else if (!_inStream)
            {
                if (!BeginStream()) return 0;
            }
            else BeginBlockOrEnd();
        }
    }

    /// <summary>The LZMA2 data of a block or of a folder of 7z.</summary>
    /// <param name="packed">At its start.</param>
    /// <param name="bits">The window's size as LZMA2 writes it (5.3.1).</param>
    /// <param name="most">Bytes that it unpacks to, where that is known: more window is of no use.</param>
    /// <param name="windows">Bytes of all windows so far: each is an allocation.</param>
    /// <exception cref="InvalidDataException">The window is too large, or there were too many.</exception>
    public static LzmaStream OpenLzma2(PackedBytes packed, byte bits, long most, ref long windows)
    {
        byte needed = 0;
        while (needed < Math.Min(bits, LargestWindow) && WindowBytes(needed) < most) needed++;
        CheckWindow(WindowBytes(needed), packed, ref windows);
        packed.MustContinue = true;
        return LzmaStream.Create([needed], packed, -1, -1, null, isLzma2: true, leaveOpen: true);
    }

    /// <summary>Counts a window before it is allocated.</summary>
    /// <inheritdoc cref="OpenLzma2"/>
    public static void CheckWindow(long bytes, PackedBytes packed, ref long windows)
    {
        const long Largest = 1L << Limits.UnpackWindowBits;
        if (bytes > Largest)
            throw new InvalidDataException($"it needs more than {Quantities.Bytes((double)Largest)} of memory to be unpacked");
        windows += bytes;
        if (windows > Math.Max(Limits.UnpackWindowsBytes, packed.Count * Limits.UnpackWindowsRatio))
            throw new InvalidDataException(GzipInput.TooMuch);
    }

    private static long WindowBytes(byte bits) => (2L | (bits & 1)) << ((bits / 2) + 11);

    private bool BeginStream()
    {
        // Padding of zeros between streams.
        int first;
        do
        {
            first = packed.ReadByte();
            if (first < 0) return _begun ? false : throw new InvalidDataException(PackedBytes.Truncated);
        }
        while (first == 0 && _begun);

        Span<byte> header = stackalloc byte[HeaderBytes];
        header[0] = (byte)first;
        packed.Take(header[1..]);
        if (!Is(header) || header[6] != 0 || header[7] > 15) throw Damaged();
        _check = header[7];
        _checkBytes = CheckBytes[_check];
        (_begun, _inStream) = (true, true);
        return true;
    }

    private void BeginBlockOrEnd()
    {
        _blockStart = packed.Taken;
        var size = packed.Next();
        if (size == 0)
        {
            PassIndex();
            return;
        }

        Span<byte> header = stackalloc byte[(size * 4) + 3];
        packed.Take(header);
        var at = 0;
        var flags = header[at++];
        // One filter, and no flag of a later version.
        if ((flags & 0x3f) != 0) throw new InvalidDataException("it was packed with a filter that is not supported");
        if ((flags & 0x40) != 0) Number(header, ref at);
        var most = (flags & 0x80) != 0 ? (long)Math.Min(Number(header, ref at), long.MaxValue) : long.MaxValue;
        if (Number(header, ref at) != Lzma2 || Number(header, ref at) != 1 || at >= header.Length) throw Damaged();
        _block = OpenLzma2(packed, header[at], most, ref _windows);
        // 2.1.1.2: others are none, or reserved.
        _checksum = _check switch
        {
            1 => Checksum.Crc32(),
            4 => Checksum.Crc64(),
            10 => Checksum.Sha256(),
            _ => null,
        };
    }

    private void EndBlock()
    {
        _block!.Dispose();
        _block = null;
        packed.MustContinue = false;
        PassPadding(_blockStart);
        Span<byte> check = stackalloc byte[64];
        packed.Take(check[.._checkBytes]);
        var checksum = _checksum;
        _checksum = null;
        if (checksum?.Is(check[.._checkBytes]) == false) throw new InvalidDataException(Checksum.Differs);
    }

    private void PassIndex()
    {
        var records = Number();
        for (ulong i = 0; i < records; i++)
        {
            Number();
            Number();
        }

        PassPadding(_blockStart);
        Span<byte> end = stackalloc byte[4 + HeaderBytes];
        packed.Take(end);
        if (!end.EndsWith("YZ"u8)) throw Damaged();
        _inStream = false;
    }

    private void PassPadding(long start)
    {
        while ((packed.Taken - start) % 4 != 0)
        {
            if (packed.Next() != 0) throw Damaged();
        }
    }

    /// <summary>A number of one to nine bytes (1.2).</summary>
    private ulong Number()
    {
        ulong number = 0;
        for (var shift = 0; shift < 63; shift += 7)
        {
            var part = packed.Next();
            number |= (ulong)(part & 0x7f) << shift;
            if (part < 0x80) return number;
        }

        throw Damaged();
    }

    private static ulong Number(ReadOnlySpan<byte> bytes, ref int at)
    {
        ulong number = 0;
        for (var shift = 0; shift < 63 && at < bytes.Length; shift += 7)
        {
            var part = bytes[at++];
            number |= (ulong)(part & 0x7f) << shift;
            if (part < 0x80) return number;
        }

        throw Damaged();
    }

    private static InvalidDataException Damaged() => new("it cannot be unpacked");

    protected override void Dispose(bool disposing)
    {
        if (disposing) _block?.Dispose();
        base.Dispose(disposing);
    }
}
