namespace Unpause.Reports.Tuning;

/// <summary>When a trial was under load, its warm-up left out; nanoseconds since 1970.</summary>
/// <param name="FromUnixNanoseconds">Beginning.</param>
/// <param name="UntilUnixNanoseconds">End.</param>
public sealed record TrialWindow(long FromUnixNanoseconds, long UntilUnixNanoseconds)
{
    /// <summary>Whether a moment is within.</summary>
    public bool Holds(long unixNanoseconds) => unixNanoseconds >= FromUnixNanoseconds && unixNanoseconds < UntilUnixNanoseconds;
}
