namespace Unpause.Reports.Documents;

/// <summary>A number that the runtime published every second, over the recording.</summary>
public sealed record CounterDocument
{
    /// <summary>What it counts, in words.</summary>
    public required string Name { get; init; }

    /// <summary>Its unit.</summary>
    [Words(nameof(Vocabulary.CounterUnits))]
    public required string Unit { get; init; }

    /// <summary>How many values there were.</summary>
    public required long Samples { get; init; }

    /// <summary>Their mean.</summary>
    public required double? Mean { get; init; }

    /// <summary>The greatest.</summary>
    public required double? Max { get; init; }

    /// <summary>The last.</summary>
    public required double? Last { get; init; }
}
