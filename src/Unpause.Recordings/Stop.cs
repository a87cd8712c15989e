namespace Unpause.Recordings;

/// <summary>
/// An interval in which the runtime stopped all application threads: a JVM safepoint, a .NET suspension. It contains
/// the pause that it was made for, if any.
/// </summary>
/// <param name="StartNanoseconds">When the runtime began to stop threads, since the recording's zero.</param>
/// <param name="DurationNanoseconds">Until all threads ran again.</param>
/// <param name="TimeToSafepointNanoseconds">The part until all threads were stopped; null when not recorded.</param>
/// <param name="Operation">What it was for, in the runtime's words (interned).</param>
/// <param name="ForCollection">Whether it was made for the collector.</param>
public readonly record struct Stop(
    long StartNanoseconds, long DurationNanoseconds, long? TimeToSafepointNanoseconds, string Operation, bool ForCollection) : ITimed;
