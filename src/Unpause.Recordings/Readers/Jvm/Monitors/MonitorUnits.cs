namespace Unpause.Recordings.Readers.Jvm.Monitors;

/// <summary>
/// Elasticsearch's times and sizes, <c>11.3h]</c> and <c>6.7gb]</c> (TimeValue.java, ByteSizeValue.java), with one decimal.
/// </summary>
internal static class MonitorUnits
{
    private const int Digits = 9;
    private const double Billionth = 1e-9;

    private static readonly (byte[] Name, double Size)[] Times =
    [
        ("nanos"u8.ToArray(), 1), ("micros"u8.ToArray(), 1e3), ("ms"u8.ToArray(), 1e6), ("s"u8.ToArray(), 1e9), ("m"u8.ToArray(), 60e9),
        ("h"u8.ToArray(), 3_600e9), ("d"u8.ToArray(), 86_400e9),
    ];

    private static readonly (byte[] Name, double Size)[] Sizes =
    [
        ("b"u8.ToArray(), 1), ("kb"u8.ToArray(), 1 << 10), ("mb"u8.ToArray(), 1 << 20), ("gb"u8.ToArray(), 1 << 30),
        ("tb"u8.ToArray(), 1L << 40), ("pb"u8.ToArray(), 1L << 50),
    ];

    /// <summary>Takes a time in nanoseconds with the bracket behind it.</summary>
    public static bool TryTakeTime(ref Utf8Cursor cursor, out long nanoseconds) =>
        TryTake(ref cursor, Times, Limits.PauseNanoseconds, out nanoseconds);

    /// <summary>Takes a size in bytes with the bracket behind it.</summary>
    public static bool TryTakeSize(ref Utf8Cursor cursor, out long bytes) => TryTake(ref cursor, Sizes, long.MaxValue / 4, out bytes);

    private static bool TryTake(ref Utf8Cursor cursor, (byte[] Name, double Size)[] units, double most, out long value)
    {
        value = 0;
        if (!cursor.TryTakeFixed(Digits, out var billionths) || billionths < 0) return false;
        foreach (var (name, size) in units)
        {
            var start = cursor.Position;
            if (cursor.TryTake(name) && cursor.TryTake((byte)']'))
            {
                var exact = billionths * Billionth * size;
                if (exact > most) return false;
                value = (long)Math.Round(exact);
                return true;
            }

            cursor.Position = start;
        }

        return false;
    }
}
