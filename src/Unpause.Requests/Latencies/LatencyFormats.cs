namespace Unpause.Requests.Latencies;

/// <summary>Load tests, as far as it matters for what their latencies mean.</summary>
public static class LatencyFormats
{
    public const string Wrk = WrkSummary.Wrk;

    private static readonly string[] Closed = [WrkSummary.Wrk, "hey", "oha", "ab"];

    /// <summary>
    /// Whether a load test sends the next request only after a response (a closed loop). A pause then delays no more requests than it
    /// has connections, where users would have kept arriving; and a slow service gets fewer requests than a fast one.
    /// </summary>
    /// <param name="format">The format of what it left.</param>
    public static bool IsClosedLoop(string format) => Closed.Contains(format);

    /// <summary>A format by its name; null for none of those that count latencies.</summary>
    internal static string? Named(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("wrk"u8) ? WrkSummary.Wrk : name.SequenceEqual("wrk2"u8) ? WrkSummary.Wrk2 : null;
}
