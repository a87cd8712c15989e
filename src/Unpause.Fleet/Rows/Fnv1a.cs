namespace Unpause.Fleet.Rows;

/// <summary>FNV-1a of bytes, 64 bits (RFC 9923): it takes in all of them, and is no protection against forgery.</summary>
internal struct Fnv1a()
{
    private const ulong Prime = 1099511628211;

    /// <summary>The hash of what was added.</summary>
    public ulong Value { get; private set; } = 14695981039346656037;

    /// <summary>The hash of some bytes.</summary>
    public static ulong Of(ReadOnlySpan<byte> bytes)
    {
        var hash = new Fnv1a();
        hash.Add(bytes);
        return hash.Value;
    }

    /// <summary>Takes in bytes.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        var hash = Value;
        foreach (var one in bytes) hash = unchecked((hash ^ one) * Prime);
        Value = hash;
    }
}
