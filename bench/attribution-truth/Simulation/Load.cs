namespace Unpause.Bench.AttributionTruth;

/// <summary>How requests come.</summary>
public enum Load
{
    /// <summary>Independently of each other and of the server (M).</summary>
    Poisson,

    /// <summary>A Markov-modulated Poisson process of two states: quiet, and bursts of four times the rate.</summary>
    Bursty,

    /// <summary>A fixed number of clients, each of which waits for its answer before it asks again.</summary>
    ClosedLoop,
}
