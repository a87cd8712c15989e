namespace Unpause.Recordings.Words;

/// <summary>Where the bytes that a .NET process allocated are counted.</summary>
public static class AllocatedSources
{
    /// <summary>
    /// Between its collections: what was allocated after the last one, and what threads have reserved, is missing, 3 to 20 % in short
    /// recordings.
    /// </summary>
    public const string Collections = "collections";

    /// <summary>By allocation events, which count all.</summary>
    public const string Events = "events";

    /// <summary>By the runtime's counter, which is published every second: the last part of a second is missing.</summary>
    public const string Counter = "counter";
}
