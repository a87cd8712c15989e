namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// What <c>unpause run</c> has the program itself write into its trace (agents/node/unpause.cjs), as the name of an event of
/// <c>console.time</c>: <c>time::unpause 1795893480630 argv=node%20app.js options=…</c>. Node.js up to 20 writes such a name without
/// escapes, so its parts are percent-encoded.
/// </summary>
/// <param name="UnixNanoseconds">The wall time.</param>
/// <param name="AtNanoseconds">The same moment on the trace's clock.</param>
internal sealed record NodeMark(long UnixNanoseconds, long AtNanoseconds)
{
    /// <summary>The program reads the wall clock in milliseconds.</summary>
    public const long UncertaintyNanoseconds = 2_000_000;

    /// <summary>The command line; null when it is not in the mark.</summary>
    public string? Command { get; init; }

    /// <summary>Options of Node.js and V8; null when they are not in the mark.</summary>
    public string? Options { get; init; }

    /// <summary>Reads a mark; null for other events.</summary>
    public static NodeMark? Read(in JsonTraceEvent read)
    {
        var cursor = new Utf8Cursor(read.Name);
        if (read.Name.Length > Limits.TextBytes || !cursor.TryTake("time::unpause "u8)) return null;
        if (!cursor.TryTakeFixed(6, out var unix) || unix > 2 * Limits.LongestNanoseconds) return null;
        string? command = null, options = null;
        var rest = cursor.Rest;
        while (!rest.IsEmpty)
        {
            var end = rest.IndexOf((byte)' ');
            var part = end < 0 ? rest : rest[..end];
            rest = end < 0 ? default : rest[(end + 1)..];
            if (part.StartsWith("argv="u8)) command = Decode(part["argv=".Length..]);
            else if (part.StartsWith("options="u8)) options = Decode(part["options=".Length..]);
        }

        return new NodeMark(unix, read.StartNanoseconds) { Command = command, Options = options };
    }

    private static string Decode(ReadOnlySpan<byte> text) => Uri.UnescapeDataString(Encoding.UTF8.GetString(text));
}
