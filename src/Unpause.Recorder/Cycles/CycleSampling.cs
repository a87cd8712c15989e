namespace Unpause.Recorder.Cycles;

/// <summary>How garbage snapshots of CPython processes are taken (agents/python/CYCLES.md).</summary>
/// <param name="Snapshots">Maximum number of snapshots of each generation.</param>
/// <param name="Origins">Whether tracemalloc records allocation sites.</param>
public sealed record CycleSampling(int Snapshots, bool Origins);
