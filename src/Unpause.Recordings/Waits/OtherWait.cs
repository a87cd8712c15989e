namespace Unpause.Recordings.Waits;

/// <summary>A reason other than GC for which the application's threads waited: a lock, I/O, the CPU quota.</summary>
/// <param name="What">What they waited for, as an entry of a list: <c>waiting for locks (monitors)</c>.</param>
/// <param name="Count">How often; null when only times are known.</param>
/// <param name="TotalNanoseconds">How long in all.</param>
/// <param name="LongestNanoseconds">The longest; null when only sums are known.</param>
/// <param name="OverThreads">
/// Whether the time of several threads or processors is added up, so that it may be more than the recording's length.
/// </param>
/// <param name="Source">Where the numbers come from and what they leave out: <c>jdk.JavaMonitorEnter, waits of 10 ms and more</c>.</param>
internal sealed record OtherWait(
    string What, long? Count, long TotalNanoseconds, long? LongestNanoseconds, bool OverThreads, string Source)
{
    /// <summary>.NET's threads that wait for locks of managed code.</summary>
    public const string Locks = "waiting for locks";

    /// <summary>.NET's thread pool without a thread for work that waits.</summary>
    public const string Pool = "work items waiting for a thread-pool thread";

    /// <summary>What the slow requests did or waited for is not recorded.</summary>
    public const string Unknown = "time of slow requests that nothing in the recording explains";

    /// <summary>
    /// Of the time of the slowest hundredth of the requests, the share that overlaps them, 0 to 1; null when it cannot be determined.
    /// </summary>
    public double? ShareOfSlowRequests { get; init; }
}
