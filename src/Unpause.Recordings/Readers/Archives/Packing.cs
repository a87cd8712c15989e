using SharpCompress.Compressors;
using SharpCompress.Compressors.BZip2;
using ZstdSharp;
using ZstdSharp.Unsafe;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>A format in which one file is packed.</summary>
/// <param name="Name">Its name in messages.</param>
/// <param name="Is">Whether bytes begin as it does.</param>
/// <param name="Open">Unpacks a stream, which is closed with the result.</param>
internal sealed record Packing(string Name, RecognisesBlock Is, Func<Stream, Stream> Open)
{
    /// <summary>Bytes that decide.</summary>
    public const int StartBytes = 6;

    private static readonly Packing[] All =
    [
        // RFC 1952.
        new("gzip", PeekedStream.IsGzip, packed => new GzipInput(packed)),
        // RFC 8878; pzstd begins with a frame to be skipped.
        new("zstd", IsZstd, packed => new PackedInput(new PackedBytes(packed), OpenZstd)),
        new("xz", XzInput.Is, packed => new PackedInput(new PackedBytes(packed), bytes => new XzInput(bytes))),
        new("bzip2", IsBzip2, packed => new PackedInput(new PackedBytes(packed), OpenBzip2)),
    ];

    /// <summary>The format that begins so; null for none.</summary>
    public static Packing? Of(ReadOnlySpan<byte> start)
    {
        foreach (var packing in All)
        {
            if (packing.Is(start)) return packing;
        }

        return null;
    }

    private static bool IsZstd(ReadOnlySpan<byte> start) =>
        start is [0x28, 0xb5, 0x2f, 0xfd, ..] or [>= 0x50 and <= 0x5f, 0x2a, 0x4d, 0x18, ..];

    /// <summary>A level, then a block's first bytes or, in a file of nothing, the end's (bzip2 1.0.8, compress.c).</summary>
    private static bool IsBzip2(ReadOnlySpan<byte> start) =>
        start is [(byte)'B', (byte)'Z', (byte)'h', >= (byte)'1' and <= (byte)'9', 0x31, 0x41, ..]
            or [(byte)'B', (byte)'Z', (byte)'h', >= (byte)'1' and <= (byte)'9', 0x17, 0x72, ..];

    private static DecompressionStream OpenZstd(PackedBytes packed)
    {
        var stream = new DecompressionStream(packed);
        stream.SetParameter(ZSTD_dParameter.ZSTD_d_windowLogMax, Limits.UnpackWindowBits);
        return stream;
    }

    private static BZip2Stream OpenBzip2(PackedBytes packed) =>
        BZip2Stream.Create(packed, CompressionMode.Decompress, decompressConcatenated: true, leaveOpen: true);
}
