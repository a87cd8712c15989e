namespace Unpause.Reports.Documents;

/// <summary>Ages at which objects are promoted.</summary>
public sealed record TenuringDocument
{
    /// <summary>Young collections that printed their tenuring threshold.</summary>
    public required long Collections { get; init; }

    /// <summary>Of them, those that lowered it to 1 because survivors overflowed.</summary>
    public required long LoweredToOne { get; init; }

    /// <summary>The lowest threshold.</summary>
    public required long LowestThreshold { get; init; }

    /// <summary>The greatest possible.</summary>
    public required long MaxThreshold { get; init; }

    /// <summary>Young collections whose survivors were more than the desired survivor size; null without age tables.</summary>
    public required long? Overflows { get; init; }

    /// <summary>Mean bytes of each age.</summary>
    public required IReadOnlyList<AgeDocument> BytesByAge { get; init; }
}
