namespace Unpause.Reports.Documents;

/// <summary>The number of goroutines, and their stacks.</summary>
public sealed record GoroutinesDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>The number at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>The moments of counting, in order of time.</summary>
    public required IReadOnlyList<GoroutineMomentDocument> Moments { get; init; }

    /// <summary>
    /// The stacks, those with the most goroutines at the last moment first; empty in the page, which has them in its timeline element.
    /// </summary>
    public required IReadOnlyList<GoroutineSiteDocument> Sites { get; init; }
}
