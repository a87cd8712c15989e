namespace Unpause.Reports.Documents;

/// <summary>How many goroutines there were, and where they stood.</summary>
public sealed record GoroutinesDocument
{
    /// <summary>How the numbers were got, in words.</summary>
    public required string Basis { get; init; }

    /// <summary>How many at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>The moments at which they were counted, in order of time.</summary>
    public required IReadOnlyList<GoroutineMomentDocument> Moments { get; init; }

    /// <summary>
    /// Places, those with the most goroutines at the last moment first; empty in the page, which has them in its other element.
    /// </summary>
    public required IReadOnlyList<GoroutineSiteDocument> Sites { get; init; }
}
