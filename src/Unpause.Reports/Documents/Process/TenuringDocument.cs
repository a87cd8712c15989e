namespace Unpause.Reports.Documents;

/// <summary>The ages at which objects are promoted.</summary>
public sealed record TenuringDocument
{
    /// <summary>The number of young collections that logged their tenuring threshold.</summary>
    public required long Collections { get; init; }

    /// <summary>The number of those that lowered it to 1 because survivor space overflowed.</summary>
    public required long LoweredToOne { get; init; }

    /// <summary>The lowest threshold.</summary>
    public required long LowestThreshold { get; init; }

    /// <summary>The maximum threshold.</summary>
    public required long MaxThreshold { get; init; }

    /// <summary>The number of young collections whose survivors exceeded the desired survivor size; null without age tables.</summary>
    public required long? Overflows { get; init; }

    /// <summary>The mean bytes of each age.</summary>
    public required IReadOnlyList<AgeDocument> BytesByAge { get; init; }
}
