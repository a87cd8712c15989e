using System.Globalization;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Numbers as the JVM's rules print them.</summary>
internal static class JvmText
{
    /// <summary>Formats with the invariant culture.</summary>
    public static string Of(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    /// <summary>Milliseconds with one or two decimals.</summary>
    public static double Milliseconds(long nanoseconds) => Math.Round(nanoseconds / 1e6, nanoseconds < 10_000_000 ? 3 : 1);

    /// <summary>A count with its noun.</summary>
    public static string Count(long count, string noun) => Of($"{count} {noun}{(count == 1 ? "" : "s")}");

    /// <summary>A size in the largest unit in which it is at least one.</summary>
    public static string Size(double bytes) => bytes switch
    {
        >= 1L << 30 => Of($"{bytes / (1L << 30):0.##} GiB"),
        >= 1 << 20 => Of($"{bytes / (1 << 20):0.#} MiB"),
        >= 1 << 10 => Of($"{bytes / (1 << 10):0.#} KiB"),
        _ => Of($"{bytes:0} B"),
    };
}
