namespace Unpause.Readers.Perf;

/// <summary>The line that our recorder puts before what <c>perf script</c> prints.</summary>
public static class SamplerLine
{
    /// <summary>Its beginning; the number of the process follows whose samples are the recorder's own and not the program's.</summary>
    public const string WithoutProcess = "# unpause: without process ";
}
