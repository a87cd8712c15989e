namespace Unpause.Analysis;

/// <summary>Collections of one cause; times in nanoseconds.</summary>
/// <param name="Cause">One of <see cref="Recordings.Causes"/>; null when the recording doesn't say.</param>
/// <param name="RuntimeCause">The runtime's own word.</param>
/// <param name="Count">Collections.</param>
/// <param name="PauseTotalNanoseconds">All their pauses.</param>
/// <param name="PauseMaxNanoseconds">The longest of their pauses.</param>
public sealed record CauseSummary(string? Cause, string? RuntimeCause, long Count, long PauseTotalNanoseconds, long PauseMaxNanoseconds)
{
    /// <summary>This cause with one more collection.</summary>
    internal CauseSummary With(long pauseTotal, long pauseMax) => this with
    {
        Count = Count + 1,
        PauseTotalNanoseconds = PauseTotalNanoseconds + pauseTotal,
        PauseMaxNanoseconds = Math.Max(PauseMaxNanoseconds, pauseMax),
    };
}
