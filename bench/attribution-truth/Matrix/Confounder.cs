namespace Unpause.Bench.AttributionTruth;

/// <summary>What else makes requests slow, or whose requests or pauses these are.</summary>
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

    /// <summary>Requests of two or three instances, which the spans tell apart; the log is of one.</summary>
    NamedInstances,

    /// <summary>The same, and nothing tells them apart.</summary>
    UnnamedInstances,
}
