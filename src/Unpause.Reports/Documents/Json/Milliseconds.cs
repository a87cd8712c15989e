using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents.Json;

/// <summary>A time that is in milliseconds in JSON, exact to the nanosecond.</summary>
/// <param name="Nanoseconds">The time.</param>
[JsonConverter(typeof(MillisecondsConverter))]
public readonly record struct Milliseconds(long Nanoseconds)
{
    /// <summary>Whether the time is too large to represent, so that this is a lower bound.</summary>
    public bool IsAtLeast => Nanoseconds == long.MaxValue;

    /// <summary>Wraps a known time; null for an unknown one.</summary>
    public static Milliseconds? Of(long? nanoseconds) => nanoseconds is { } known ? new Milliseconds(known) : null;

    /// <summary>Wraps a mean, rounded to the nanosecond; null for an unknown one.</summary>
    public static Milliseconds? Of(double? nanoseconds) => nanoseconds is { } known ? new Milliseconds((long)Math.Round(known)) : null;
}
