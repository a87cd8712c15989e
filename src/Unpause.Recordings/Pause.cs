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

/// <summary>
/// What belongs to one pause of a concurrent cycle and not to the whole cycle: its phases and its CPU time. Kept for pauses of at least
/// <see cref="LeastNanoseconds"/>; of a blocking collection, phases and CPU time are the collection's own.
/// </summary>
/// <param name="Pause">Index into <see cref="Recording.Pauses"/>.</param>
/// <param name="FirstPhase">Index into <see cref="Recording.Phases"/>: from here on phases of the same collection are this pause's.</param>
/// <param name="EndPhase">Index of the first phase behind them.</param>
/// <param name="CpuNanoseconds">CPU time of all GC threads (user and system); null when not recorded.</param>
/// <param name="SystemCpuNanoseconds">The part of it that the kernel spent.</param>
public readonly record struct CyclePause(
    int Pause, int FirstPhase, int EndPhase, long? CpuNanoseconds = null, long? SystemCpuNanoseconds = null)
{
    /// <summary>The shortest pause with a detail: the JVM logs CPU times in steps of 10 ms.</summary>
    public const long LeastNanoseconds = 10_000_000;
}
