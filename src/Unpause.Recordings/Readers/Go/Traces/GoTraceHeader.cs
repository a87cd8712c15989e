namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// The 16 bytes with which an execution trace begins: <c>go 1.22 trace</c> and zeros (internal/trace/version). The version is that in
/// which the format last changed, not the program's: 1.24 writes <c>go 1.23</c>.
/// </summary>
/// <param name="Minor">The number after <c>1.</c>.</param>
internal readonly record struct GoTraceHeader(int Minor)
{
    /// <summary>Bytes of the header.</summary>
    public const int Length = 16;

    /// <summary>The first version of each way to write them, and the last that is known.</summary>
    private const int OldFrom = 11, GenerationsFrom = 22, ClocksFrom = 25, EndsFrom = 26, Newest = 26;

    /// <summary>Whether events are in generations (1.22 and later), not in one table.</summary>
    public bool HasGenerations => Minor >= GenerationsFrom;

    /// <summary>Whether a generation's end is recorded.</summary>
    public bool HasGenerationEnds => Minor >= EndsFrom;

    /// <summary>Whether the version is one whose format is known.</summary>
    public bool IsKnown => Minor is >= OldFrom and <= Newest;

    /// <summary>The versions of Go that write it (internal/trace/version of Go 1.26).</summary>
    public string Versions => Minor switch
    {
        < 19 => Recordings.Words.GoSettings.TracesBeforeMemoryLimit,
        < 21 => "1.19–1.20",
        21 => "1.21",
        22 => "1.22",
        < ClocksFrom => "1.23–1.24",
        ClocksFrom => "1.25",
        _ => "1.26",
    };

    /// <summary>Reads it; null when the bytes are no such header.</summary>
    public static GoTraceHeader? Of(ReadOnlySpan<byte> block)
    {
        if (block.Length < Length || !block.StartsWith("go 1."u8)) return null;
        var rest = block[5..Length];
        var digits = rest.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (digits is < 1 or > 3 || !rest[digits..].StartsWith(" trace"u8)) return null;
        if (rest[(digits + 6)..].ContainsAnyExcept((byte)0)) return null;
        var minor = 0;
        foreach (var digit in rest[..digits]) minor = (minor * 10) + digit - '0';
        return new GoTraceHeader(minor);
    }
}
