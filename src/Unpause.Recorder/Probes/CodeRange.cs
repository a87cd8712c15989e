namespace Unpause.Recorder.Probes;

/// <summary>A function's code in memory, according to the program's file.</summary>
/// <param name="Address">First instruction.</param>
/// <param name="Length">Bytes to its end, or to the next function.</param>
internal readonly record struct CodeRange(long Address, long Length);
