namespace Unpause.Recordings;

/// <summary>A number that the runtime published every second beside its events, over the recording.</summary>
/// <param name="Name">What it counts, as text: <c>working set</c>.</param>
/// <param name="Unit"><c>bytes</c>, <c>bytes/s</c>, <c>percent</c>, <c>count</c> or <c>per second</c>.</param>
/// <param name="Samples">How many values there were.</param>
/// <param name="Values">The values themselves in order of time; of very many the first ones.</param>
public sealed record ProcessCounter(
    string Name, string Unit, long Samples, double Mean, double Max, double Last, IReadOnlyList<CounterSample> Values)
{
    /// <summary>Of more values than this the first are kept.</summary>
    public const int MostValues = 1 << 20;

    /// <summary>The share of the time that all pauses together took.</summary>
    public const string TimeInPauses = "time in pauses";

    /// <summary>Faults by which the kernel learns which NUMA node uses which page, on the whole machine.</summary>
    public const string NumaFaults = "NUMA hinting faults of the machine";

    /// <summary>Pages that the kernel moved to another NUMA node, on the whole machine.</summary>
    public const string NumaMigrations = "pages moved between NUMA nodes of the machine";

    /// <summary>How much the time of all collections of a JVM grew during a task of Spark.</summary>
    public const string TaskGcTime = "milliseconds of GC during a task";

    /// <summary>
    /// The name of ASP.NET Core's count of requests that it answered with a status of 500 or more since the process started.
    /// </summary>
    public const string FailedRequests = "failed requests since the start";
}

/// <summary>One value of a counter.</summary>
/// <param name="TimeNanoseconds">When the runtime published it, at the end of the interval that it
/// describes. Since the recording's zero.</param>
/// <param name="Value">In the counter's unit.</param>
public readonly record struct CounterSample(long TimeNanoseconds, double Value);
