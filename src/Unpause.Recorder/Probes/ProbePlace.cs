namespace Unpause.Recorder.Probes;

/// <summary>An offset in a program's file, and what to record whenever it is reached.</summary>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Registers">
/// A bit for each requested register, by the kernel's numbers (arch/*/include/uapi/asm/perf_regs.h); at least one.
/// </param>
/// <param name="StackBytes">Bytes of the stack to record, from its top; a multiple of 8.</param>
/// <param name="Semaphore">
/// File offset of a counter that the kernel increments while the probe exists, 0 without one. The program reaches the offset only while
/// the counter is above 0.
/// </param>
internal readonly record struct ProbePlace(long Offset, ulong Registers, int StackBytes = 0, uint Semaphore = 0);
