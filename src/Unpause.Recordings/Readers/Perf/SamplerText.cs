namespace Unpause.Recordings.Readers.Perf;

/// <summary>What the recorder, which takes samples, and the reader of them both say.</summary>
public static class SamplerText
{
    /// <summary>The kernel's clock of CPU time, as perf calls it.</summary>
    public const string CpuClock = "cpu-clock";

    /// <summary>
    /// The beginning of a line that the recorder puts before the output of <c>perf script</c>; it is followed by the id of a process whose
    /// samples are the recorder's own and not the application's.
    /// </summary>
    public const string WithoutProcess = "# unpause: without process ";
}
