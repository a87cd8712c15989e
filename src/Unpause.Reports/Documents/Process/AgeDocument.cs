namespace Unpause.Reports.Documents;

/// <summary>Survivors of one age.</summary>
public sealed record AgeDocument
{
    /// <summary>The number of young collections survived, from 1.</summary>
    public required long Age { get; init; }

    /// <summary>The size of survivors of this age, mean over collections.</summary>
    [Signed]
    public required long BytesMean { get; init; }
}
