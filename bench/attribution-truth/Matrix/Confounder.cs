namespace Unpause.Bench.AttributionTruth;

/// <summary>Other causes of slow requests, or a mismatch between requests and pauses.</summary>
public enum Confounder
{
    /// <summary>Nothing else.</summary>
    None,

    /// <summary>A database that is slow at random times, while short collections are frequent.</summary>
    SlowDatabase,

    /// <summary>A job that slows the database or takes the processors every few seconds, and sets off a collection each time.</summary>
    Cron,

    /// <summary>The log is of another host, with the same load and settings.</summary>
    Twin,

    /// <summary>Requests of two or three instances, which the spans distinguish; the log is of one.</summary>
    NamedInstances,

    /// <summary>The same without any distinction.</summary>
    UnnamedInstances,
}
