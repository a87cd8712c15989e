using System.Buffers.Text;
using Unpause.Requests.Json;

namespace Unpause.Requests.Latencies;

/// <summary>A latency as a load test writes it.</summary>
internal static class TimeText
{
    private const double NanosecondsInMinute = 60e9, NanosecondsInHour = 3600e9;

    /// <summary>A number of a known unit; null when it is none, or negative.</summary>
    public static long? Read(ReadOnlySpan<byte> text, TimeUnit unit) => Scaled(text, (long)unit);

    /// <summary>A number with its unit behind it, <c>48.15ms</c>; wrk's are us, ms, s, m and h.</summary>
    public static long? Read(ReadOnlySpan<byte> text) => text switch
    {
        _ when text.EndsWith("us"u8) => Scaled(text[..^2], (long)TimeUnit.Microseconds),
        _ when text.EndsWith("ms"u8) => Scaled(text[..^2], (long)TimeUnit.Milliseconds),
        _ when text.EndsWith("s"u8) => Scaled(text[..^1], (long)TimeUnit.Seconds),
        _ when text.EndsWith("m"u8) => Scaled(text[..^1], NanosecondsInMinute),
        _ when text.EndsWith("h"u8) => Scaled(text[..^1], NanosecondsInHour),
        _ => null,
    };

    private static long? Scaled(ReadOnlySpan<byte> text, double factor) =>
        Utf8Parser.TryParse(text, out double number, out var used) && used == text.Length
            && JsonText.TryRound(number * factor, out var nanoseconds) && nanoseconds >= 0
            ? nanoseconds
            : null;
}
