namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>What a number of a flight recording counts, by its field's annotations.</summary>
internal enum JfrUnit
{
    /// <summary>A plain number, or a unit that nothing here needs.</summary>
    None,

    /// <summary>A moment or length of the JVM's counter.</summary>
    Ticks,

    Nanoseconds,

    Microseconds,

    Milliseconds,

    Seconds,

    /// <summary>Milliseconds since 1970.</summary>
    UnixMilliseconds,
}
