using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>A time that JSON has in milliseconds, exact to the nanosecond.</summary>
/// <param name="Nanoseconds">The time.</param>
[JsonConverter(typeof(MillisecondsConverter))]
public readonly record struct Milliseconds(long Nanoseconds)
{
    /// <summary>A known time; null for an unknown one.</summary>
    public static Milliseconds? Of(long? nanoseconds) => nanoseconds is { } known ? new Milliseconds(known) : null;

    /// <summary>A mean, rounded to the nanosecond; null for an unknown one.</summary>
    public static Milliseconds? Of(double? nanoseconds) => nanoseconds is { } known ? new Milliseconds((long)Math.Round(known)) : null;
}
