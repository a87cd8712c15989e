using System.Text.Json;

namespace Unpause.Reports.Html;

/// <summary>Columns of numbers in the timeline element, whole but for counters; null is "not known".</summary>
internal static class ColumnJson
{
    private const int FlushBytes = 32 * 1024;

    /// <summary>Writes one number, or null.</summary>
    public static void WriteValue(Utf8JsonWriter json, string name, long? number)
    {
        if (number is { } value) json.WriteNumber(name, value);
        else json.WriteNull(name);
    }

    /// <summary>Writes values as they are.</summary>
    public static void Write(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        json.WriteStartArray(name);
        for (var i = 0; i < count; i++)
        {
            if (valueOf(i) is { } value) json.WriteNumberValue(value);
            else json.WriteNullValue();
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes values with at most three decimals.</summary>
    public static void WriteDecimals(Utf8JsonWriter json, string name, int count, Func<int, double> valueOf)
    {
        json.WriteStartArray(name);
        for (var i = 0; i < count; i++)
        {
            json.WriteNumberValue(Math.Round(valueOf(i), 3));
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes the difference of each value to the known one before it.</summary>
    public static void WriteDifferences(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        var before = 0L;
        Write(json, name, count, i =>
        {
            if (valueOf(i) is not { } value) return null;
            var difference = value - before;
            before = value;
            return difference;
        });
    }

    /// <summary>Nanoseconds in microseconds, rounded half away from zero.</summary>
    public static long? Microseconds(long? nanoseconds) => nanoseconds is { } value ? (value + (value < 0 ? -500 : 500)) / 1000 : null;
}
