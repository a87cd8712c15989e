namespace Unpause.Bench.AttributionTruth;

/// <summary>Whether it takes time to bring the threads to a halt, and whether the log says so.</summary>
public enum Safepoint
{
    /// <summary>They halt at once.</summary>
    AtOnce,

    /// <summary>It takes time, and safepoint lines tell it.</summary>
    Logged,

    /// <summary>It takes time that the log does not have.</summary>
    Unlogged,
}
