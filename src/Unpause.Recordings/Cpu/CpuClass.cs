namespace Unpause.Recordings.Cpu;

/// <summary>Samples that were taken while a process did the same kind of work.</summary>
/// <param name="Name">The kind, in the runtime's words: <c>mark assist</c>.</param>
/// <param name="Samples">How many.</param>
/// <param name="Collector">Whether it is work of the collector.</param>
internal sealed record CpuClass(string Name, long Samples, bool Collector);
