using System.Text.Json;

namespace Unpause.Reports;

/// <summary>Numbers as the contract has them: milliseconds exact to the nanosecond, null for unknown.</summary>
internal static class JsonNumbers
{
    /// <summary>Writes nanoseconds as milliseconds, without rounding.</summary>
    public static void WriteMilliseconds(this Utf8JsonWriter json, string name, long? nanoseconds)
    {
        if (nanoseconds is { } value) json.WriteNumber(name, value / 1_000_000m);
        else json.WriteNull(name);
    }

    /// <summary>Writes a mean in nanoseconds as milliseconds, rounded to the nanosecond.</summary>
    public static void WriteMilliseconds(this Utf8JsonWriter json, string name, double? nanoseconds) =>
        json.WriteMilliseconds(name, nanoseconds is { } value ? (long)Math.Round(value) : null);

    /// <summary>Writes a whole number or null.</summary>
    public static void WriteNumberOrNull(this Utf8JsonWriter json, string name, long? number)
    {
        if (number is { } value) json.WriteNumber(name, value);
        else json.WriteNull(name);
    }

    /// <summary>Writes a number rounded to a few decimals, or null. Not finite is unknown.</summary>
    public static void WriteRounded(this Utf8JsonWriter json, string name, double? number, int decimals)
    {
        if (number is { } value && double.IsFinite(value)) json.WriteNumber(name, Math.Round(value, decimals));
        else json.WriteNull(name);
    }
}
