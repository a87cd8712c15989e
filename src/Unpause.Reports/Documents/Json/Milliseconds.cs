using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>A time that JSON has in milliseconds, exact to the nanosecond.</summary>
/// <param name="Nanoseconds">The time.</param>
[JsonConverter(typeof(MillisecondsConverter))]
public readonly record struct Milliseconds(long Nanoseconds)
{
    /// <summary>Whether the time is greater than can be told, so that this is a lower bound.</summary>
    public bool IsAtLeast => Nanoseconds == long.MaxValue;

    /// <summary>A known time; null for an unknown one.</summary>
    public static Milliseconds? Of(long? nanoseconds) => nanoseconds is { } known ? new Milliseconds(known) : null;

    /// <summary>A mean, rounded to the nanosecond; null for an unknown one.</summary>
    public static Milliseconds? Of(double? nanoseconds) => nanoseconds is { } known ? new Milliseconds((long)Math.Round(known)) : null;
}
