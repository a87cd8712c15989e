using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Unpause.Readers;

/// <summary>
/// Tells an input by its content, whatever its file is called and however it is packed: SHA-256 of its first MiB, of 256 bytes of each
/// 64 KiB from there on, and of its length. Recordings differ in their stamps everywhere, so that samples of a long one are enough,
/// and reading it takes no longer.
/// </summary>
internal sealed class ContentHash : IDisposable
{
    private const long WholeBytes = 1024 * 1024;
    private const int StrideBytes = 64 * 1024;
    private const int SampleBytes = 256;
    private const int TextBytes = 16;

    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private long _length;

    /// <summary>The hash of what several inputs make together, in their order; of one its own.</summary>
    public static string Joined(IEnumerable<string> texts)
    {
        string[] all = [.. texts];
        return all.Length == 1
            ? all[0]
            : Convert.ToHexStringLower(SHA256.HashData(System.Text.Encoding.ASCII.GetBytes(string.Concat(all))).AsSpan(0, TextBytes));
    }

    /// <summary>Takes in the next bytes; how they are cut into calls makes no difference.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var (taken, length) = Next(bytes.Length);
            if (taken) _hash.AppendData(bytes[..length]);
            _length += length;
            bytes = bytes[length..];
        }
    }

    /// <summary>The hash of what was added: 32 hexadecimal digits.</summary>
    public string Text()
    {
        Span<byte> length = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(length, _length);
        _hash.AppendData(length);
        return Convert.ToHexStringLower(_hash.GetHashAndReset().AsSpan(0, TextBytes));
    }

    /// <inheritdoc/>
    public void Dispose() => _hash.Dispose();

    /// <summary>Whether the next bytes are hashed, and how many of them go the same way.</summary>
    private (bool Taken, int Length) Next(int available)
    {
        if (_length < WholeBytes) return (true, (int)Math.Min(available, WholeBytes - _length));
        var offset = (int)(_length % StrideBytes);
        return offset < SampleBytes
            ? (true, Math.Min(available, SampleBytes - offset))
            : (false, Math.Min(available, StrideBytes - offset));
    }
}
