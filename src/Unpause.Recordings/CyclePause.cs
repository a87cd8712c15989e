namespace Unpause.Recordings;

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
