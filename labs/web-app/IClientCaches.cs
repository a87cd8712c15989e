namespace WebApp;

/// <summary>Computes which persons a client may see, anew at every change, as the incident's service did.</summary>
internal interface IClientCaches
{
    /// <summary>The number of visible persons and a fingerprint of them, which tells a client whether its copy is current.</summary>
    /// <param name="groups">The members of each group that the client belongs to.</param>
    (int Count, int Fingerprint) Compute(IReadOnlyList<int[]> groups);
}
