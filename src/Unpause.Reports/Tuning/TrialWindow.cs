namespace Unpause.Reports.Tuning;

/// <summary>When a trial was under load, its warm-up left out; nanoseconds since 1970.</summary>
/// <param name="FromUnixNanoseconds">Beginning.</param>
/// <param name="UntilUnixNanoseconds">End.</param>
public sealed record TrialWindow(long FromUnixNanoseconds, long UntilUnixNanoseconds)
{
    /// <summary>Whether nothing of the load is left out at its beginning.</summary>
    public bool HasNoWarmUp { get; init; }

    /// <summary>
    /// The same for requests; null for all of them. Where there is no warm-up, those count too that a coarse stamp (ab's, in whole
    /// seconds) puts before the beginning.
    /// </summary>
    internal TrialWindow? OfRequests => HasNoWarmUp ? null : this;

    /// <summary>Whether a moment is within.</summary>
    public bool Holds(long unixNanoseconds) => unixNanoseconds >= FromUnixNanoseconds && unixNanoseconds < UntilUnixNanoseconds;
}
