namespace Unpause.Recorder.Probes;

/// <summary>A function's code in memory, as the program's file tells it.</summary>
/// <param name="Address">Its first instruction.</param>
/// <param name="Length">Bytes up to its end, or up to the next function.</param>
internal readonly record struct CodeRange(long Address, long Length);
