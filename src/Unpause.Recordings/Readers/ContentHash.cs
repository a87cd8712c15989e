using System.Globalization;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Identifies an input by its content, whatever its file name and compression: FNV-1a of 64 bits (draft-eastlake-fnv) of its
/// first 256 KiB, of 256 bytes of each 64 KiB from there on, and of its length. Recordings differ in their timestamps everywhere, so
/// samples of a long one are enough, and reading takes no longer. It distinguishes runs and is no protection against forgery.
/// </summary>
public sealed class ContentHash
{
    private const long WholeBytes = 256 * 1024;
    private const int StrideBytes = 64 * 1024;
    private const int SampleBytes = 256;
    private const ulong Basis = 0xcbf29ce484222325, Prime = 0x100000001b3;

    private ulong _hash = Basis;
    private long _length;

    /// <summary>The hash of what several inputs make together, in their order; of one its own.</summary>
    public static string Joined(IEnumerable<string> texts)
    {
        string[] all = [.. texts];
        if (all.Length == 1) return all[0];
        var joined = new ContentHash();
        foreach (var text in all) joined.Add(System.Text.Encoding.ASCII.GetBytes(text));
        return joined.Text();
    }

    /// <summary>Takes in the next bytes; how they are cut into calls makes no difference.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var (taken, length) = Next(bytes.Length);
            if (taken) _hash = Continued(_hash, bytes[..length]);
            _length += length;
            bytes = bytes[length..];
        }
    }

    /// <summary>The hash of what was added: 16 hexadecimal digits.</summary>
    public string Text()
    {
        var (hash, rest) = (_hash, (ulong)_length);
        for (var i = 0; i < sizeof(ulong); i++, rest >>= 8) hash = (hash ^ (rest & 0xFF)) * Prime;
        return hash.ToString("x16", CultureInfo.InvariantCulture);
    }

    private static ulong Continued(ulong hash, ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes) hash = (hash ^ value) * Prime;
        return hash;
    }

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
