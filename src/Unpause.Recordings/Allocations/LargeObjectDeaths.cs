namespace Unpause.Recordings.Allocations;

/// <summary>How much of the large objects died, by an estimate.</summary>
/// <param name="AllocatedBytes">Large objects allocated up to the last collection.</param>
/// <param name="DiedBytes">Of them, bytes that were gone at its end.</param>
/// <param name="Basis">How the numbers were obtained, as text.</param>
public sealed record LargeObjectDeaths(long AllocatedBytes, long DiedBytes, string Basis)
{
    /// <summary>The share of what was allocated that died, from 0 to 1.</summary>
    public double Share => AllocatedBytes > 0 ? (double)DiedBytes / AllocatedBytes : 0;
}
