namespace Unpause.Reports.Documents;

/// <summary>How much of the large objects died up to the last collection.</summary>
public sealed record LargeObjectDeathsDocument
{
    /// <summary>How the numbers were got, in words.</summary>
    public required string Basis { get; init; }

    /// <summary>Large objects allocated up to the last collection.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Of them, bytes that were gone at its end.</summary>
    public required long DiedBytes { get; init; }
}
