namespace Unpause.Bench.AttributionTruth;

/// <summary>Where requests are measured.</summary>
public enum Side
{
    /// <summary>By a proxy on the server's own host, from the arrival on.</summary>
    Server,

    /// <summary>By the client, including the network.</summary>
    Client,

    /// <summary>By the server itself from accept on: the wait in the accept queue during a stop is not measured.</summary>
    Accepted,
}
