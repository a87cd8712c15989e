namespace Unpause.Bench.AttributionTruth;

/// <summary>One request as it was measured, and as it would have been without the pauses of the log. In seconds.</summary>
public sealed record Measured
{
    /// <summary>When the measurement began.</summary>
    public required double Start { get; init; }

    /// <summary>How long it took.</summary>
    public required double Duration { get; init; }

    /// <summary>How long it would have taken without the pauses that the log has; the truth.</summary>
    public required double WithoutLog { get; init; }

    /// <summary>How long without any pause of any program.</summary>
    public required double WithoutAny { get; init; }

    /// <summary>
    /// How long its client waited, and would have waited without pauses; more than was measured where the server holds at the door.
    /// </summary>
    public required (double Waited, double Without) Felt { get; init; }

    /// <summary>The instance that served it, from 0; the log is of 0.</summary>
    public int Instance { get; init; }
}
