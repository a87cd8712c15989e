namespace Unpause.Reports.Documents;

/// <summary>A runtime counter over the recording.</summary>
public sealed record CounterDocument
{
    /// <summary>The name of the counter.</summary>
    public required string Name { get; init; }

    /// <summary>The unit of the counter.</summary>
    [Words(nameof(Vocabulary.CounterUnits))]
    public required string Unit { get; init; }

    /// <summary>The number of values.</summary>
    public required long Samples { get; init; }

    /// <summary>The mean value.</summary>
    public required double? Mean { get; init; }

    /// <summary>The maximum value.</summary>
    public required double? Max { get; init; }

    /// <summary>The last value.</summary>
    public required double? Last { get; init; }
}
