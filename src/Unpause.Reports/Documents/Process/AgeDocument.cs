namespace Unpause.Reports.Documents;

/// <summary>Survivors of one age.</summary>
public sealed record AgeDocument
{
    /// <summary>Young collections that they survived, from 1.</summary>
    public required long Age { get; init; }

    /// <summary>Their bytes, mean over collections.</summary>
    [Signed]
    public required long BytesMean { get; init; }
}
