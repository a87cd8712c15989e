namespace Unpause.Readers.Perf;

/// <summary>What the recorder, which takes samples, and the reader of them both say.</summary>
public static class SamplerText
{
    /// <summary>The kernel's clock of CPU time, as perf calls it.</summary>
    public const string CpuClock = "cpu-clock";

    /// <summary>
    /// The beginning of a line that the recorder puts before what <c>perf script</c> prints; the number of the process follows whose
    /// samples are the recorder's own and not the program's.
    /// </summary>
    public const string WithoutProcess = "# unpause: without process ";
}
