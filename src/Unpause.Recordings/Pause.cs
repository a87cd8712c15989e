namespace Unpause.Recordings;

/// <summary>An interval in which the runtime stops the application's threads for a collection.</summary>
/// <param name="StartNanoseconds">Since the recording's zero; <see cref="NoTime"/> where the format has no timestamps.</param>
/// <param name="DurationNanoseconds">Length as the collector reports it.</param>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>.</param>
/// <param name="Name">Which pause of the collection it is, in the runtime's words (interned): <c>Pause Young</c>,
/// <c>Remark</c>, <c>mark termination</c>.</param>
public readonly record struct Pause(long StartNanoseconds, long DurationNanoseconds, int Collection, string Name) : ITimed
{
    /// <summary>The start of a pause whose place in time is unknown.</summary>
    public const long NoTime = long.MinValue;

    /// <summary>Whether the pause has a place in time.</summary>
    public bool HasTime => StartNanoseconds != NoTime;

    /// <summary>End in nanoseconds since the recording's zero.</summary>
    public long EndNanoseconds => StartNanoseconds + DurationNanoseconds;
}
