namespace Unpause.Recordings.Words;

/// <summary>The collectors that CPython has had (<see cref="Source.Collector"/>).</summary>
public static class PythonCollectors
{
    /// <summary>Three generations, stop-the-world: up to 3.13 and again from 3.14.5 and in 3.15.</summary>
    public const string Generational = "generational";

    /// <summary>A young generation and increments of the old one: 3.14.0 to 3.14.4.</summary>
    public const string Incremental = "incremental";

    /// <summary>One generation, all threads stopped: free-threaded builds.</summary>
    public const string FreeThreaded = "free-threaded";
}
