namespace Unpause.Reports.Tuning;

/// <summary>The time under load of a trial, without its warm-up, in nanoseconds since 1970.</summary>
/// <param name="FromUnixNanoseconds">The start.</param>
/// <param name="UntilUnixNanoseconds">The end.</param>
public sealed record TrialWindow(long FromUnixNanoseconds, long UntilUnixNanoseconds)
{
    /// <summary>Whether there is no warm-up.</summary>
    public bool HasNoWarmUp { get; init; }

    /// <summary>
    /// The window for requests; null for all of them. Without a warm-up, requests that a coarse timestamp (ab's, in whole seconds) puts
    /// before the start count, too.
    /// </summary>
    internal TrialWindow? OfRequests => HasNoWarmUp ? null : this;

    /// <summary>Whether a moment is within.</summary>
    public bool Holds(long unixNanoseconds) => unixNanoseconds >= FromUnixNanoseconds && unixNanoseconds < UntilUnixNanoseconds;
}
