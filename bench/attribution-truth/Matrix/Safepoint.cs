namespace Unpause.Bench.AttributionTruth;

/// <summary>The time to safepoint, and whether it is logged.</summary>
public enum Safepoint
{
    /// <summary>No time to safepoint.</summary>
    AtOnce,

    /// <summary>Logged in safepoint lines.</summary>
    Logged,

    /// <summary>Not logged.</summary>
    Unlogged,
}
