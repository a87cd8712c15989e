using System.Globalization;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Numbers as the JVM's rules print them.</summary>
internal static class JvmText
{
    /// <summary>Formats with the invariant culture.</summary>
    public static string Of(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    /// <summary>Milliseconds with one or two decimals.</summary>
    public static double Milliseconds(long nanoseconds) => Math.Round(nanoseconds / 1e6, nanoseconds < 10_000_000 ? 3 : 1);

    /// <summary>A size in MiB.</summary>
    public static string Size(double bytes) => bytes >= 10 * 1024 * 1024 ? Of($"{bytes / (1024 * 1024):0} MiB") : Of($"{bytes / (1024 * 1024):0.#} MiB");
}
