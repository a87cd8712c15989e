namespace Unpause.Reports.Documents;

/// <summary>Deaths of large objects up to the last collection.</summary>
public sealed record LargeObjectDeathsDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>Bytes of large objects allocated up to the last collection.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Bytes of those that were dead at its end.</summary>
    public required long DiedBytes { get; init; }
}
