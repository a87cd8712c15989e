namespace WebApp;

/// <summary>Computes the persons that a client may see, at every change, like the service in the incident.</summary>
internal interface IClientCaches
{
    /// <summary>The number of visible persons and their fingerprint, with which a client checks whether its copy is current.</summary>
    /// <param name="groups">The members of each group that the client belongs to.</param>
    (int Count, int Fingerprint) Compute(IReadOnlyList<int[]> groups);
}
