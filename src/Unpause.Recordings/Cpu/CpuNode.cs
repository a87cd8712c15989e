namespace Unpause.Recordings.Cpu;

/// <summary>A frame of a <see cref="CpuTree"/>.</summary>
/// <param name="Parent">Index of the frame that called it; -1 for the outermost.</param>
/// <param name="Name">Index of its name.</param>
/// <param name="Samples">Samples whose innermost frame it is.</param>
/// <param name="Class">What these were doing: index into <see cref="CpuSamples.Classes"/>.</param>
internal readonly record struct CpuNode(int Parent, int Name, long Samples, int Class);
