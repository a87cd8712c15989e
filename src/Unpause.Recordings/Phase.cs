namespace Unpause.Recordings;

/// <summary>
/// A named part of a collection. A phase that several workers did in parallel has the average worker's time as its
/// duration and the spread beside it.
/// </summary>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>.</param>
/// <param name="Name">The runtime's own name (interned).</param>
/// <param name="DurationNanoseconds">Time of the phase; of parallel work the average over workers.</param>
/// <param name="Workers">The spread over workers; null for work that is not parallel or not recorded.</param>
/// <param name="Concurrent">True when the application ran beside it, so that it is no part of a pause.</param>
public readonly record struct Phase(
    int Collection, string Name, long DurationNanoseconds, WorkerSpread? Workers = null, bool Concurrent = false);
