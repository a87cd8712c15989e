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
    /// The wait of its client, and the wait without pauses; longer than measured when the request was in the accept queue.
    /// </summary>
    public required (double Waited, double Without) Felt { get; init; }

    /// <summary>The instance that served it, from 0; the log is of 0.</summary>
    public int Instance { get; init; }
}
