namespace Unpause.Recordings.Cpu;

/// <summary>Samples with a certain frame anywhere in their stack, whatever class they are of: these overlap with the classes.</summary>
/// <param name="Name">What the frame does: <c>NUMA page migration</c>.</param>
/// <param name="Samples">How many.</param>
/// <param name="CollectorSamples">Of them, samples in the collector's classes.</param>
internal sealed record CpuPart(string Name, long Samples, long CollectorSamples);
