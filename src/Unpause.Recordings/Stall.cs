namespace Unpause.Recordings;

/// <summary>A wait of one thread for memory: not global, so never a pause.</summary>
/// <param name="StartNanoseconds">Since the recording's zero; <see cref="Pause.NoTime"/> when unknown.</param>
/// <param name="DurationNanoseconds">How long the thread waited.</param>
/// <param name="Name">What it waited for, in the runtime's words (interned): <c>Allocation Stall</c>.</param>
/// <param name="ThreadId">The operating system's number of the thread; null when it is not recorded.</param>
public readonly record struct Stall(long StartNanoseconds, long DurationNanoseconds, string Name, long? ThreadId = null) : ITimed;
