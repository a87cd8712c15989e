namespace Unpause.Recorder.Cycles;

/// <summary>How the garbage of CPython programs is looked at (agents/python/CYCLES.md).</summary>
/// <param name="Looks">How many collections of each generation are looked at, at most.</param>
/// <param name="Origins">Whether tracemalloc remembers where objects were made.</param>
public sealed record CycleSampling(int Looks, bool Origins);
