namespace Unpause.Recordings.Cpu;

/// <summary>A stack with the samples that were taken in it.</summary>
/// <param name="Samples">How many.</param>
/// <param name="Class">What they were doing.</param>
/// <param name="Thread">The thread's name, as the kernel has it; null where the frames of many stacks were left out.</param>
/// <param name="Frames">The frames, the innermost first.</param>
internal sealed record CpuStack(long Samples, CpuClass Class, string? Thread, IReadOnlyList<string> Frames);
