namespace Unpause.Bench.AttributionTruth;

/// <summary>Where requests are measured.</summary>
public enum Side
{
    /// <summary>By a proxy on the server's own host, from the arrival on.</summary>
    Server,

    /// <summary>By the client: the way over the network is in the number.</summary>
    Client,

    /// <summary>By the server itself from the moment it accepts: who comes during a stop waits unmeasured before the door.</summary>
    Accepted,
}
