namespace Unpause.Recorder.Probes;

/// <summary>A place in a program's file, and what is to be told whenever it is reached.</summary>
/// <param name="Offset">Where it stands in the file.</param>
/// <param name="Registers">
/// A bit for each of the kernel's registers that is asked for (arch/*/include/uapi/asm/perf_regs.h); one at least.
/// </param>
/// <param name="StackBytes">How much of the stack is asked for, from its top on; a multiple of 8.</param>
/// <param name="Semaphore">
/// Where a counter stands in the file that the kernel raises while the probe is there, 0 where there is none: the program passes the
/// place only while it is above 0.
/// </param>
internal readonly record struct ProbePlace(long Offset, ulong Registers, int StackBytes = 0, uint Semaphore = 0);
